import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { BLOCKLIST_WORDS } from './blocklist-words.seed.ts';

/** Seeds the list once per database, so that words removed by staff stay removed. */
export async function seedBlocklistWords(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('seed-stop-words', 0))`.execute(tx);
    const known = await sql<{ id: number }>`select id from stop_words limit 1`.execute(tx);
    if (known.rows.length > 0) return;
    for (const [reason, words] of Object.entries(BLOCKLIST_WORDS)) {
      await sql`
        insert into stop_words (word, reason, query)
        select word, ${`moderation.reason.${reason}`}, stop_word_query(word)
        from unnest(${words}::text[]) word
        on conflict do nothing`.execute(tx);
    }
  });
}
