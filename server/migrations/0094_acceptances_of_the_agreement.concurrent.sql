-- Reads the table without keeping anybody from writing to it.
ALTER TABLE consents VALIDATE CONSTRAINT consents_document_check;
