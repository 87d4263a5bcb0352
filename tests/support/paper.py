"""A sheet read back: its rows as text, and what a PDF has on its pages."""

import re
import subprocess
from io import BytesIO
from typing import NamedTuple

from pypdf import PdfReader

from scorekeeper.printing.font import SIZE
from scorekeeper.printing.sheet_parts import ContractView, SheetRow


class Word(NamedTuple):
    """A word on a page, in points from the top."""

    text: str
    top: float
    bottom: float


def written(row: SheetRow) -> list[str]:
    """The row's cells from left to right, without its number."""
    bid = contract_text(row.contract) if row.contract else row.kind
    return [*row.cells.A, bid, *reversed(row.cells.B)]


def contract_text(contract: ContractView) -> str:
    """Return `‹ 9 ♥ ×2 kapo`; struck text stands between ~ ~."""
    bid = " ".join(part for part in contract[1:3] + contract[4:5] if part)
    bid = f"~{bid}~" if contract.failed else bid
    text = f"{bid} {contract.kapo}".strip()
    return f"‹ {text}" if contract.bidder == "A" else f"{text} ›"


def pdf_text(pdf: bytes, *options: str) -> str:
    """Return the text that pdftotext reads."""
    command = ["pdftotext", *options, "-", "-"]
    return subprocess.run(command, input=pdf, capture_output=True, check=True).stdout.decode()


def pdf_pages(pdf: bytes) -> list[str]:
    """The text of each page, laid out."""
    return pdf_text(pdf, "-layout").split("\f")[:-1]


def letter_sizes(pdf: bytes) -> list[float]:
    """The font size of every line that was stamped, in points."""
    sizes = []
    for page in PdfReader(BytesIO(pdf)).pages:
        drawn = page.get_contents().get_data().decode("latin-1")
        sizes += [float(size) for size in re.findall(r"/(?:text|bold) ([\d.]+) Tf", drawn)]
        scales = re.findall(r"q ([\d.]+) 0 0 [\d.]+ [\d.]+ [\d.]+ cm /f", drawn)
        sizes += [SIZE * float(scale) for scale in scales]
    return sizes


def pdf_words(pdf: bytes, page: int = 0) -> list[Word]:
    """Every word with its place, of one page, or of all."""
    found = re.findall(
        r'yMin="([\d.]+)".*?yMax="([\d.]+)">(.*?)</word>',
        pdf_text(pdf, "-bbox", *(["-f", str(page), "-l", str(page)] if page else [])),
    )
    return [Word(text, float(top), float(bottom)) for top, bottom, text in found]
