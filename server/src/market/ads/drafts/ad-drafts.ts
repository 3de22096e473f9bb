import { isDeepStrictEqual } from 'node:util';
import { UnfinishedAd } from '@app/contract/market/ad-owner';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import type { AdsTables } from '../ads.tables.ts';

type DraftRow = Selectable<AdsTables['ad_drafts']>;

interface SavedDraft {
  draft: UnfinishedAd | null;
  changed: string | null;
}

const NO_DRAFT: SavedDraft = { draft: null, changed: null };

export async function getDraft(db: Db, { userId }: SignedInViewer): Promise<SavedDraft> {
  const row = await db.selectFrom('ad_drafts').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return row === undefined ? NO_DRAFT : presentDraft(row);
}

function presentDraft(row: DraftRow): SavedDraft {
  // A draft stored under older validation rules that no longer parses is not returned.
  const draft = UnfinishedAd.safeParse(row.draft);
  return { draft: draft.success ? draft.data : {}, changed: row.changed_at.toISOString() };
}

interface DraftInput {
  draft: UnfinishedAd;
  /** The version that this device started from; null: from an empty form. Without the field the last writer wins. */
  changed?: string | null | undefined;
}

/**
 * Saves the draft. A device that started from another version than the stored one is rejected and receives the stored
 * draft, so that nothing typed elsewhere is lost.
 */
export async function saveDraft(
  { db, clock }: Services,
  viewer: SignedInViewer,
  { draft, changed }: DraftInput,
): Promise<SavedDraft> {
  const version = changed === undefined || changed === null ? null : new Date(changed);
  if (version !== null && Number.isNaN(version.getTime())) {
    throw new Failure('invalid_input', { fields: { changed: 'errors.field.invalid' } });
  }
  const row = { user_id: viewer.userId, draft: JSON.stringify(draft), changed_at: clock() };
  const saved = await (version === null
    ? insertDraft(db, row, { replaces: changed === undefined })
    : replaceDraft(db, row, version));
  if (saved !== undefined) return presentDraft(saved);
  const stored = await getDraft(db, viewer);
  // A repeat of the same content, from a page that was left before it received the response.
  if (isDeepStrictEqual(stored.draft, JSON.parse(row.draft))) return stored;
  throw new Failure('conflict', { details: { ...stored } });
}

interface NewDraft {
  user_id: number;
  draft: string;
  changed_at: Date;
}

// Versions are timestamps in milliseconds and must differ even between quick writes.
const nextVersion = (now: Date) =>
  sql<Date>`greatest(${now}::timestamptz, ad_drafts.changed_at + interval '1 millisecond')`;

function insertDraft(db: Db, row: NewDraft, { replaces }: { replaces: boolean }): Promise<DraftRow | undefined> {
  return db
    .insertInto('ad_drafts')
    .values(row)
    .onConflict((conflict) =>
      replaces
        ? conflict.column('user_id').doUpdateSet({ draft: row.draft, changed_at: nextVersion(row.changed_at) })
        : conflict.doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
}

function replaceDraft(db: Db, { user_id, draft, changed_at }: NewDraft, version: Date): Promise<DraftRow | undefined> {
  return db
    .updateTable('ad_drafts')
    .set({ draft, changed_at: nextVersion(changed_at) })
    .where('user_id', '=', user_id)
    .where('changed_at', '=', version)
    .returningAll()
    .executeTakeFirst();
}

export async function discardDraft(db: Db, { userId }: Pick<SignedInViewer, 'userId'>): Promise<SavedDraft> {
  await db.deleteFrom('ad_drafts').where('user_id', '=', userId).execute();
  return NO_DRAFT;
}
