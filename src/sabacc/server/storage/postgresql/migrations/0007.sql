-- Of an entry that is erased nothing stays that its digest alone could vouch for.
UPDATE log SET at = 0 WHERE body = '' AND table_id IN (SELECT id FROM tables WHERE erased > 0);
