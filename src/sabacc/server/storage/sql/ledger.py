"""SQL about play credits: a ledger of transfers, and what each account has after them."""

from __future__ import annotations

HAS_PASSWORD = "SELECT password IS NOT NULL AS registered FROM people WHERE id = ?1"
BALANCE = "SELECT balance FROM ledger_accounts WHERE id = ?1"
TRANSFER = "SELECT source, target, amount, reason FROM ledger_transfers WHERE id = ?1"
INSERT_TRANSFER = """INSERT INTO ledger_transfers (id, at, source, target, amount, reason)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6)"""
OPEN_ACCOUNT = "INSERT INTO ledger_accounts (id, balance) VALUES (?1, 0) ON CONFLICT (id) DO NOTHING"
ADD = "UPDATE ledger_accounts SET balance = balance + ?1 WHERE id = ?2"
TAKE = "UPDATE ledger_accounts SET balance = balance - ?1 WHERE id = ?2 AND (balance >= ?1 OR id = 'house')"
OF_ACCOUNT = """SELECT at, source, target, amount, reason FROM ledger_transfers WHERE source = ?1 OR target = ?1
    ORDER BY at DESC, id DESC LIMIT ?2"""

# ---- checks

SUM = "SELECT CAST(coalesce(sum(balance), 0) AS BIGINT) AS total FROM ledger_accounts"
OVERDRAWN = "SELECT id, balance FROM ledger_accounts WHERE balance < 0 AND id <> 'house' ORDER BY id"
EMPTY_TRANSFERS = "SELECT id FROM ledger_transfers WHERE amount <= 0 OR source = target ORDER BY id"
# Accounts whose balance is not what their transfers come to, and transfers of accounts that are not there.
WRONG_BALANCES = """SELECT moves.id AS id, one.balance AS balance, CAST(sum(moves.amount) AS BIGINT) AS sum FROM (
        SELECT source AS id, -amount AS amount FROM ledger_transfers
        UNION ALL SELECT target, amount FROM ledger_transfers
        UNION ALL SELECT id, 0 FROM ledger_accounts
    ) moves LEFT JOIN ledger_accounts one ON one.id = moves.id
    GROUP BY moves.id, one.balance HAVING one.balance IS DISTINCT FROM sum(moves.amount) ORDER BY moves.id"""
