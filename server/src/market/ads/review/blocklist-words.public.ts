import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/database/tables.ts';
import { readData } from '../../../platform/read-data.ts';

/**
 * Words that indicate goods forbidden by the user agreement, matched in any grammatical form. The list is short on
 * purpose: each word delays honest ads, and staff add their own.
 */
const WORDS = new URL('blocklist-words.json', import.meta.url);
const REASONS = ['drugs', 'weapons', 'documents', 'fraud', 'adult', 'animals'] as const;
const wordsSchema = z.record(z.enum(REASONS), z.array(z.string()));

/** Seeds the list once per database, so that words removed by staff stay removed. */
export async function seedBlocklistWords(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('seed-stop-words', 0))`.execute(tx);
    const known = await sql<{ id: number }>`select id from blocklist_words limit 1`.execute(tx);
    if (known.rows.length > 0) return;
    for (const [reason, words] of Object.entries(readData(WORDS, wordsSchema))) {
      await sql`
        insert into blocklist_words (word, reason, query)
        select word, ${`moderation.reason.${reason}`}, blocklist_word_query(word)
        from unnest(${words}::text[]) word
        on conflict do nothing`.execute(tx);
    }
  });
}
