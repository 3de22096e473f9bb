import { type DocumentContent, findUnknownDetail, parseDocumentText } from '@app/contract/platform/document-text';
import type { DocumentName } from '@app/contract/platform/documents';
import { LANGUAGES, type Lang } from '@app/contract/platform/languages';
import { moscowDay } from '@app/contract/platform/time-zones';
import type { DocumentDraft, Publication, StaffDocument } from '@app/contract/staff/documents';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import {
  type DocumentVersion,
  documentsOf,
  insertVersion,
  listVersions,
  readVersionInForce,
} from '../../platform/documents/documents.public.ts';
import type { DocumentTexts } from '../../platform/documents/documents.tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { getStaffDocument, mayAsk } from './present-documents.ts';

const objectOf = (name: DocumentName): string => `document:${name}`;

export async function saveDraft(
  services: Services,
  viewer: SignedInViewer,
  name: DocumentName,
  { revision, based_on: basedOn, lang, ...content }: DocumentDraft,
): Promise<StaffDocument> {
  refuseWrong(content);
  const { db, clock } = services;
  const now = clock();
  await db.transaction().execute(async (tx) => {
    const draft = await lockDraft(tx, name, revision);
    // The author has seen the version in force, and compares the draft with it.
    if ((await readVersionInForce(tx, name)).number !== basedOn) throw new Failure('conflict');
    const texts = JSON.stringify({ ...draft?.texts, [lang]: content });
    const row = { revision: revision + 1, based_on: basedOn, texts, saved_at: now, saved_by: viewer.userId };
    // Of two who begin a draft at once the second finds the row of the first.
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('document_drafts')
      .values({ document: name, ...row })
      .onConflict((conflict) =>
        conflict.column('document').doUpdateSet(row).where('document_drafts.revision', '=', revision),
      )
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) throw new Failure('conflict');
    const details = { lang, revision: row.revision };
    await recordStaffAction(tx, viewer, now, { action: 'documents.edit', object: objectOf(name), details });
  });
  return getStaffDocument(services, name);
}

export async function discardDraft(
  services: Services,
  viewer: SignedInViewer,
  name: DocumentName,
  { revision, lang }: { revision: number; lang?: Lang | undefined },
): Promise<StaffDocument> {
  const { db, clock } = services;
  const now = clock();
  await db.transaction().execute(async (tx) => {
    const draft = await lockDraft(tx, name, revision);
    if (draft === undefined) throw new Failure('conflict');
    const rest = Object.entries(draft.texts).filter(([other]) => lang !== undefined && other !== lang);
    if (rest.length === 0) await tx.deleteFrom('document_drafts').where('document', '=', name).execute();
    else
      await tx
        .updateTable('document_drafts')
        .set({ texts: JSON.stringify(Object.fromEntries(rest)), revision: revision + 1, saved_at: now })
        .set({ saved_by: viewer.userId })
        .where('document', '=', name)
        .execute();
    const details = { revision, ...(lang && { lang }) };
    await recordStaffAction(tx, viewer, now, { action: 'documents.discard', object: objectOf(name), details });
  });
  return getStaffDocument(services, name);
}

export async function publishDocument(
  services: Services,
  viewer: SignedInViewer,
  name: DocumentName,
  { revision, changes, asks }: Publication,
): Promise<StaffDocument> {
  if (asks === 1 && !mayAsk(name)) throw new Failure('invalid_input', { fields: { asks: 'errors.field.invalid' } });
  const { db, clock } = services;
  const now = clock();
  await db.transaction().execute(async (tx) => {
    const draft = await lockDraft(tx, name, revision);
    const inForce = await readVersionInForce(tx, name);
    if (draft?.based_on !== inForce.number) throw new Failure('conflict');
    const texts = textsOfNext(inForce, draft.texts);
    const version = await nameVersion(tx, name, moscowDay(now));
    await insertVersion(tx, {
      document: name,
      number: inForce.number + 1,
      version,
      texts,
      changes: Object.fromEntries(Object.entries(changes).filter(([, text]) => text !== '')),
      asks: asks === 1,
      at: now,
      by: viewer.userId,
    });
    await tx.deleteFrom('document_drafts').where('document', '=', name).execute();
    await recordStaffAction(tx, viewer, now, {
      action: 'documents.publish',
      object: objectOf(name),
      details: { version, asks: asks === 1, languages: Object.keys(texts) },
    });
    await documentsOf(services).publishChange(tx);
  });
  // The author views the document next, so this node refreshes at once.
  await documentsOf(services).refresh();
  return getStaffDocument(services, name);
}

function refuseWrong({ title, description, text }: DocumentContent): void {
  const fields: Record<string, string> = {};
  let name = '';
  for (const [field, words] of Object.entries({ title, description, text })) {
    const unknown = findUnknownDetail(words);
    if (unknown === null) continue;
    fields[field] = 'errors.field.document_detail';
    name = unknown;
  }
  if (!parseDocumentText(text).some(({ blocks }) => blocks.length > 0)) fields.text = 'errors.field.required';
  if (Object.keys(fields).length > 0) throw new Failure('invalid_input', { fields, values: { name } });
}

/** The draft, held until the end of the transaction. Fails with conflict when it has another revision. */
async function lockDraft(tx: Tx, name: DocumentName, revision: number) {
  const draft = await tx
    .selectFrom('document_drafts')
    .selectAll()
    .where('document', '=', name)
    .forUpdate()
    .executeTakeFirst();
  if ((draft?.revision ?? 0) !== revision) throw new Failure('conflict');
  return draft;
}

/**
 * While the Russian text stays as it is, its translations stay true. A new one takes along only those that were made
 * with it.
 */
function textsOfNext({ texts: inForce }: DocumentVersion, draft: DocumentTexts): DocumentTexts {
  const isSame = (one: DocumentTexts, other: DocumentTexts, lang: Lang): boolean =>
    (['title', 'description', 'text'] as const).every((part) => one[lang]?.[part] === other[lang]?.[part]);
  const keepsRussian = draft.ru === undefined || isSame(draft, inForce, 'ru');
  const texts = keepsRussian ? { ...inForce, ...draft } : draft;
  if (LANGUAGES.every((lang) => isSame(texts, inForce, lang)))
    throw new Failure('invalid_input', { fields: { text: 'errors.field.document_same' } });
  return texts;
}

/** A version is named after the day on which it comes into force; further ones of that day are numbered. */
async function nameVersion(tx: Tx, name: DocumentName, day: string): Promise<string> {
  const taken = new Set((await listVersions(tx, name)).map(({ version }) => version));
  let version = day;
  for (let count = 2; taken.has(version); count++) version = `${day}-${count}`;
  return version;
}
