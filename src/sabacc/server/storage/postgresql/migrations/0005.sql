-- When a revoked token would have ended by itself: then no backup could revive it, and it need not be listed any more.
ALTER TABLE revoked_tokens ADD COLUMN expires_at BIGINT;  -- none: never
CREATE OR REPLACE FUNCTION note_revoked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revoked_tokens (hash, expires_at) VALUES (OLD.hash, OLD.expires_at) ON CONFLICT DO NOTHING;
    RETURN OLD;
END $$;
