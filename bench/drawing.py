"""The limit of sheets for a round: `python -m bench.drawing COUNT` has reportlab draw their text.

The texts of one sheet come as JSON on standard input, `[[x, y, size, text], …]`. They are drawn
that often in one file: no lines, no code, nothing laid out. The answer is its seconds of CPU.
"""

import json
import os
import sys
from io import BytesIO
from time import process_time

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from scorekeeper.config import PROJECT
from scorekeeper.printing.jobs import JOB_NICENESS

Text = tuple[float, float, float, str]


def draw(texts: list[Text], count: int) -> float:
    """The seconds of CPU that so many pages of these texts took."""
    start = process_time()
    canvas = Canvas(BytesIO(), pageCompression=1)
    for _page in range(count):
        for x, y, size, text in texts:
            canvas.setFont("Sheet", size)
            canvas.drawString(x, y, text)
        canvas.showPage()
    canvas.save()
    return process_time() - start


if __name__ == "__main__":
    os.nice(JOB_NICENESS)  # as the printing process is
    pdfmetrics.registerFont(TTFont("Sheet", PROJECT / "static/fonts/NotoSans-Regular.ttf"))
    page = json.load(sys.stdin)
    draw(page, 1)  # once to warm up
    print(draw(page, int(sys.argv[1])))
