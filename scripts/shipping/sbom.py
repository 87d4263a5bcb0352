"""Writes the SBOM of a release (CycloneDX 1.6, JSON).

It has every pinned package with the hashes of its files, and the fonts and htmx.

Usage: python -m scripts.shipping.sbom FILE   (SOURCE_DATE_EPOCH: the time that stands in it)
"""

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from scorekeeper import __version__
from scripts.shipping.shipped import VENDORED, Package, Vendored, packages

_LICENCES = LicenseFactory()


def sbom(made_at: datetime) -> str:
    """The document. The same of the same lock, version and time."""
    parts = [*map(_of_package, packages()), *map(_of_vendored, VENDORED)]
    program = Component(
        name="tefteri",
        version=__version__,
        type=ComponentType.APPLICATION,
        bom_ref="tefteri",
        licenses=[_LICENCES.make_from_string("MIT")],
    )
    pins = "\n".join(sorted(str(one.bom_ref.value) for one in parts))
    bom = Bom(components=parts, serial_number=uuid5(NAMESPACE_URL, f"{__version__}\n{pins}"))
    bom.metadata.component = program
    bom.metadata.timestamp = made_at
    bom.register_dependency(program, parts)
    return JsonV1Dot6(bom).output_as_string(indent=2) + "\n"


def _of_package(one: Package) -> Component:
    purl = PackageURL("pypi", None, one.name, one.version)
    files = ExternalReference(
        type=ExternalReferenceType.DISTRIBUTION,
        url=XsUri(f"https://pypi.org/project/{one.name}/{one.version}/#files"),
        hashes=[_sha256(digest) for digest in one.hashes],
    )
    return Component(
        name=one.name,
        version=one.version,
        purl=purl,
        bom_ref=purl.to_string(),
        licenses=[_LICENCES.make_from_string(one.licence)],
        external_references=[files],
    )


def _of_vendored(one: Vendored) -> Component:
    files = [
        Component(name=name, type=ComponentType.FILE, bom_ref=name, hashes=[_sha256(digest)])
        for name, digest in one.digests().items()
    ]
    return Component(
        name=one.name,
        version=one.version,
        purl=PackageURL.from_string(one.purl),
        bom_ref=one.purl,
        licenses=[_LICENCES.make_from_string(one.licence)],
        components=files,
    )


def _sha256(digest: str) -> HashType:
    return HashType(alg=HashAlgorithm.SHA_256, content=digest)


if __name__ == "__main__":
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    text = sbom(datetime.fromtimestamp(epoch, UTC))
    Path(sys.argv[1]).write_text(text, encoding="utf-8")
