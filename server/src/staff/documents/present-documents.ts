import { detailsOf } from '@app/contract/platform/document-text';
import { ACCEPTED_DOCUMENTS, DOCUMENT_NAMES, type DocumentName } from '@app/contract/platform/documents';
import { LANGUAGES } from '@app/contract/platform/languages';
import { operatorIn } from '@app/contract/platform/operator';
import { siteNameIn } from '@app/contract/platform/site-settings';
import type { ListedDocument, StaffDocument, StaffDocumentContent } from '@app/contract/staff/documents';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { type DocumentHead, listVersions, readVersionInForce } from '../../platform/documents/documents.public.ts';
import type { DocumentTexts } from '../../platform/documents/documents.tables.ts';
import { productDocument } from '../../platform/documents/product-documents.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { readSiteSettings } from '../../platform/site-settings/site-settings.public.ts';
import type { DraftsTables } from './drafts.tables.ts';

export const mayAsk = (name: DocumentName): boolean => Object.values<DocumentName>(ACCEPTED_DOCUMENTS).includes(name);

type DraftRow = Selectable<DraftsTables['document_drafts']> & { author: string | null };

const selectDrafts = (db: Db) =>
  db
    .selectFrom('document_drafts as d')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'd.saved_by').on('u.deleted_at', 'is', null))
    .selectAll('d')
    .select(({ fn, ref, val }) =>
      fn<string | null>('concat_ws', [val(' '), ref('u.firstname'), ref('u.lastname')]).as('author'),
    );

const presentDraft = ({ revision, saved_at, author }: DraftRow) => ({
  revision,
  saved: saved_at.toISOString(),
  saved_by: author ?? '',
});

const presentTexts = (texts: DocumentTexts): StaffDocumentContent[] =>
  LANGUAGES.flatMap((lang) => {
    const content = texts[lang];
    return content === undefined ? [] : [{ lang, ...content }];
  });

const presentVersion = ({ number, version, publishedAt, isOwn, asks, changes }: DocumentHead) => ({
  number,
  version,
  published: publishedAt.toISOString(),
  is_own: isOwn ? (1 as const) : (0 as const),
  asks: asks ? (1 as const) : (0 as const),
  changes: changes.ru ?? '',
});

export async function listStaffDocuments({ db }: Services): Promise<{ documents: ListedDocument[] }> {
  const drafts = await selectDrafts(db).execute();
  const documents = await Promise.all(
    DOCUMENT_NAMES.map(async (name) => {
      const inForce = await readVersionInForce(db, name);
      const draft = drafts.find(({ document }) => document === name);
      return {
        name,
        title: inForce.texts.ru?.title ?? name,
        ...presentVersion(inForce),
        draft: draft === undefined ? null : presentDraft(draft),
      };
    }),
  );
  return { documents };
}

export async function getStaffDocument({ db }: Pick<Services, 'db'>, name: DocumentName): Promise<StaffDocument> {
  const [inForce, versions, draft, { settings }] = await Promise.all([
    readVersionInForce(db, name),
    listVersions(db, name),
    selectDrafts(db).where('document', '=', name).executeTakeFirst(),
    readSiteSettings(db),
  ]);
  const product = productDocument(name);
  const isKnown = versions.some(({ version, isOwn }) => version === product.version && !isOwn);
  return {
    name,
    ...presentVersion(inForce),
    may_ask: mayAsk(name) ? 1 : 0,
    texts: presentTexts(inForce.texts),
    draft:
      draft === undefined
        ? null
        : { ...presentDraft(draft), based_on: draft.based_on, texts: presentTexts(draft.texts) },
    product: isKnown ? null : { version: product.version, texts: presentTexts(product.texts) },
    details: LANGUAGES.map((lang) => ({
      lang,
      site_name: siteNameIn(lang, settings),
      values: detailsOf(operatorIn(lang, settings.requisites)),
    })),
    versions: versions.map(presentVersion),
  };
}
