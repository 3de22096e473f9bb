import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeDocumentText } from '@app/contract/platform/document-text';
import { type DocumentName, LegalDocument } from '@app/contract/platform/documents';
import { LANGUAGES, type Lang } from '@app/contract/platform/languages';
import type { DocumentTexts } from './documents.tables.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../../contract/documents');

export interface ProductDocument {
  version: string;
  publishedAt: Date;
  texts: DocumentTexts;
}

function read(name: DocumentName, lang: Lang): LegalDocument {
  return LegalDocument.parse(JSON.parse(readFileSync(path.join(FOLDER, lang, `${name}.json`), 'utf8')));
}

function load(name: DocumentName): ProductDocument {
  const documents = LANGUAGES.map((lang) => [lang, read(name, lang)] as const);
  const { version, effective } = read(name, 'ru');
  return {
    version,
    // Midnight in Moscow.
    publishedAt: new Date(`${effective}T00:00:00+03:00`),
    texts: Object.fromEntries(
      documents.map(([lang, { title, description, sections }]) => [
        lang,
        { title, description, text: writeDocumentText(sections) },
      ]),
    ),
  };
}

const loaded = new Map<DocumentName, ProductDocument>();

/** The text that this release of the product brings, in all languages. */
export function productDocument(name: DocumentName): ProductDocument {
  const known = loaded.get(name) ?? load(name);
  loaded.set(name, known);
  return known;
}
