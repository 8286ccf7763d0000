"""The evidence in a record: the signed head of the server's log, and the proof that the table's log is part of it."""

from __future__ import annotations

import msgspec

from sabacc.errors import RecordError
from sabacc.records import Verdict, read, verify
from sabacc.server.storage.log_head import LogHead, TableProof


class Evidence(msgspec.Struct, frozen=True):
    """What a server puts into a record."""

    head: LogHead
    proof: TableProof | None


def verify_with_evidence(text: str) -> Verdict:
    """Checks a record, and its evidence where it has any."""
    verdict = verify(text)
    record = read(text)
    if record.evidence:
        fault = _fault(record.evidence)
        if fault is not None:
            raise RecordError(fault, record.head["evidence"])
    return verdict


def _fault(stored: dict[str, object]) -> str | None:
    try:
        evidence = msgspec.convert(stored, Evidence)
        root = evidence.proof.root() if evidence.proof is not None else evidence.head.root
    except (msgspec.ValidationError, ValueError) as error:
        return f"the evidence can't be read: {error}"
    if not evidence.head.is_signed():
        return "the head of the server's log is not signed by the key it names"
    return "the proof does not lead to the head of the server's log" if root != evidence.head.root else None
