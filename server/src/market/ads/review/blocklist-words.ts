import type { BlocklistWord } from '@app/contract/market/ad-review';
import { sql } from 'kysely';
import { recordStaffAction } from '../../../platform/audit-log/record-staff-action.public.ts';
import type { Db } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { SignedInViewer, Viewer } from '../../../platform/http/viewer.ts';
import type { Texts } from '../../../platform/texts.ts';
import { texts } from '../../../platform/texts.ts';

/** Built-in reasons are text keys; reasons of staff are plain text. */
function localizeReason(texts: Texts, lang: Viewer['lang'], reason: string): string {
  return reason.startsWith('moderation.reason.') ? texts.t(lang, reason) : reason;
}

export function describeHold(texts: Texts, lang: Viewer['lang'], { word, reason }: MatchedWord): string {
  const reasonText = localizeReason(texts, lang, reason);
  return word === '' ? reasonText : texts.t(lang, 'moderation.found', { word, reason: reasonText });
}

export async function listMatchedWords(db: Db, adIds: readonly number[]): Promise<Map<number, MatchedWord>> {
  const rows = await db
    .selectFrom('ads')
    .select(['id', 'matched_word as word', 'held_reason as reason'])
    .where('id', 'in', adIds)
    .where('held_at', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, word, reason }) => [id, { word, reason }]));
}

export async function listBlocklistWords(
  { db }: { db: Db },
  viewer: Viewer,
  { size, offset }: { size: number; offset: number },
): Promise<{ words: BlocklistWord[]; total: number }> {
  const words = await db
    .selectFrom('blocklist_words')
    .select(['id', 'word', 'reason'])
    .orderBy('word')
    .orderBy('id')
    .limit(size)
    .offset(offset)
    .execute();
  const { total } = await db
    .selectFrom('blocklist_words')
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return { words: words.map((row) => ({ ...row, reason: localizeReason(texts, viewer.lang, row.reason) })), total };
}

/** Fails with already_exists for an existing word, and with invalid_input for a word that search ignores ("для"). */
export async function addBlocklistWord(
  { db, clock }: Services,
  viewer: SignedInViewer,
  { word, reason }: { word: string; reason: string },
): Promise<BlocklistWord> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<BlocklistWord>`
      insert into blocklist_words (word, reason, query)
      select ${word}, ${reason}, query
      from blocklist_word_query(${word}) query where numnode(query) > 0
      on conflict do nothing
      returning id, word, reason`.execute(tx);
    const [added] = rows;
    if (added !== undefined) {
      const details = { added: word };
      await recordStaffAction(tx, viewer, clock(), {
        action: 'moderation.rules',
        object: `stop_word:${added.id}`,
        details,
      });
      return added;
    }
    const known = await sql`select from blocklist_words where lower(word) = lower(${word})`.execute(tx);
    if (known.rows.length > 0) throw new Failure('already_exists');
    throw new Failure('invalid_input', { fields: { word: 'errors.field.invalid' } });
  });
}

export async function removeBlocklistWord(
  { db, clock }: Services,
  viewer: SignedInViewer,
  id: number,
): Promise<{ id: number }> {
  await db.transaction().execute(async (tx) => {
    const gone = await tx.deleteFrom('blocklist_words').where('id', '=', id).returning('word').executeTakeFirst();
    if (gone === undefined) throw new Failure('not_found');
    const details = { removed: gone.word };
    await recordStaffAction(tx, viewer, clock(), { action: 'moderation.rules', object: `stop_word:${id}`, details });
  });
  return { id };
}

export interface MatchedWord {
  word: string;
  reason: string;
}
