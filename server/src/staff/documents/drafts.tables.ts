import type { DocumentName } from '@app/contract/platform/documents';
import type { ColumnType } from 'kysely';
import type { DocumentTexts } from '../../platform/documents/documents.tables.ts';

interface DocumentDraftsTable {
  document: ColumnType<DocumentName, DocumentName, never>;
  revision: number;
  based_on: number;
  texts: ColumnType<DocumentTexts, string, string>;
  saved_at: Date;
  saved_by: number;
}

export interface DraftsTables {
  document_drafts: DocumentDraftsTable;
}
