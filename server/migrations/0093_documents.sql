-- Versions of the documents of the site. The one with the highest number is in force; the others stay readable, because
-- people accepted them. Two administrators who publish the next version of the same document collide on the key.
CREATE TABLE document_versions (
  document text NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  -- As the acceptances name it.
  version text NOT NULL,
  -- By language: title, description and text. Russian is always there.
  texts jsonb NOT NULL CHECK (texts ? 'ru'),
  -- By language: what is new.
  changes jsonb NOT NULL DEFAULT '{}',
  -- False: a text that the product brings.
  is_own boolean NOT NULL,
  -- Whether everybody is asked to accept this version.
  asks boolean NOT NULL DEFAULT false,
  published_at timestamptz NOT NULL,
  -- Whoever of the staff did it. No reference: the version stays when they are erased.
  published_by bigint,
  PRIMARY KEY (document, number),
  UNIQUE (document, version)
);

-- At most one for each document.
CREATE TABLE document_drafts (
  document text PRIMARY KEY,
  revision integer NOT NULL CHECK (revision > 0),
  -- Number of the version from which the draft was begun.
  based_on integer NOT NULL,
  texts jsonb NOT NULL,
  saved_at timestamptz NOT NULL,
  saved_by bigint NOT NULL
);

-- The agreement is accepted too. Nodes of the version before write the two other names only.
ALTER TABLE consents DROP CONSTRAINT consents_document_check;
ALTER TABLE consents ADD CONSTRAINT consents_document_check
  CHECK (document IN ('policy', 'personal_data', 'agreement')) NOT VALID;
