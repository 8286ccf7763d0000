ALTER TABLE people ADD COLUMN avatar INTEGER;    -- none: the one that goes with the id
