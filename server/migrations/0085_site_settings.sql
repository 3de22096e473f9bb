-- What the operator sets in /admin/site: one row per version, the last one holds. Two administrators who save the same
-- version collide on the key.
CREATE TABLE site_settings (
  version integer PRIMARY KEY CHECK (version > 0),
  settings jsonb NOT NULL,
  changed_at timestamptz NOT NULL,
  -- Whoever of the staff did it. No reference: the settings stay when they are erased.
  changed_by bigint NOT NULL
);

-- Files of the logo. A few hundred kilobytes that every node and every backup needs, so they stand in the database.
CREATE TABLE site_logo_files (
  logo_id text NOT NULL,
  name text NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (logo_id, name)
);
