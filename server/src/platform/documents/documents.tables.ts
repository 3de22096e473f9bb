import type { DocumentContent } from '@app/contract/platform/document-text';
import type { DocumentName } from '@app/contract/platform/documents';
import type { Lang } from '@app/contract/platform/languages';
import type { ColumnType } from 'kysely';

/** By language. */
export type DocumentTexts = Partial<Record<Lang, DocumentContent>>;
export type DocumentChanges = Partial<Record<Lang, string>>;

interface DocumentVersionsTable {
  document: ColumnType<DocumentName, DocumentName, never>;
  number: ColumnType<number, number, never>;
  version: ColumnType<string, string, never>;
  texts: ColumnType<DocumentTexts, string, never>;
  changes: ColumnType<DocumentChanges, string | undefined, never>;
  is_own: ColumnType<boolean, boolean, never>;
  asks: ColumnType<boolean, boolean | undefined, never>;
  published_at: ColumnType<Date, Date, never>;
  published_by: ColumnType<number | null, number | undefined, never>;
}

export interface DocumentsTables {
  document_versions: DocumentVersionsTable;
}
