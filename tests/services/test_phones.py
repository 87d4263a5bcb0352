"""Phones are known by a secret of which only the hash is kept."""

from scorekeeper.match.phones import WATCHER, PhoneRole, enrol_phone, find_phone, find_role
from tests.databases import content, rows
from tests.table import Table


def test_it_finds_a_phone_by_its_secret(context):
    phone, secret = enrol_phone()
    assert find_phone(secret) == phone


def test_it_finds_no_phone_by_another(context):
    enrol_phone()
    assert find_phone("0" * 43) is None
    assert find_phone("") is None
    assert find_phone(None) is None


def test_a_role_is_told_with_its_phone_and_only_in_its_match(table):
    other = Table()
    assert find_role(table.secret, table.kept.public_id) == PhoneRole(
        writes=True, phone=table.phone
    )
    for secret in (other.secret, enrol_phone()[1], "0" * 43, "", None):
        assert find_role(secret, table.kept.public_id) == WATCHER == (False, None, None)
    assert find_role(table.secret, "nowhere") == WATCHER


def test_it_gives_256_random_bits_once_each(context):
    secrets = {enrol_phone()[1] for _ in range(5)}
    assert {len(secret) for secret in secrets} == {43}
    assert len(secrets) == 5


def test_it_keeps_no_secret(context):
    _, secret = enrol_phone()
    [(kept,)] = rows("SELECT secret_hash FROM phone")
    assert len(kept) == 64
    assert kept.encode() in content()
    assert secret.encode() not in content()
