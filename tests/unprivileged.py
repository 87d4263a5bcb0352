"""Programs of the tests' own that must not be run by root, and end with the tests."""

import os
import pwd
import tempfile
from pathlib import Path


def make_folder(name, place="/tmp"):
    """A folder of whoever runs them. Not in TMPDIR: the path of a socket is 107 bytes at most."""
    folder = Path(tempfile.mkdtemp(prefix=f"tefteri-{name}-", dir=place))
    if os.geteuid() == 0:
        user = _user()
        os.chown(folder, user.pw_uid, user.pw_gid)
    return folder


def beginning(death):
    """Of a command line that one of them runs by; `death` is the signal once the tests are gone."""
    command = ["setpriv", f"--pdeathsig={death}"]
    if os.geteuid() == 0:
        user = _user()
        command += [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
    return command


def _user():
    names = {user.pw_name for user in pwd.getpwall()}
    return pwd.getpwnam("postgres" if "postgres" in names else "nobody")
