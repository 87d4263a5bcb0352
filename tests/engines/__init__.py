"""WebKit, Firefox and Chromium behind one interface, and what people do in each of them.

Playwright's own WebKit and Firefox are downloads that no Debian machine has; these are Debian's.
`browser.py` is the interface, `phone.py` a person's phone in front of it.
"""
