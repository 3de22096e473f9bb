import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';

/** Of a person's last decided complaints, as many count. */
const COUNTED = 100;

/**
 * What a complaint of this person counts, from 0 to 2: twice the share of their last hundred that staff found right, begun with one
 * right and one wrong, so that somebody unknown counts 1 and nobody is believed or disbelieved for one answer. Served by
 * complaints_accuracy.
 */
export async function reporterWeight(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ upheld: number; decided: number }>`
    select count(*) filter (where status = 'upheld') as upheld, count(*) as decided from (
      select status from complaints where user_id = ${userId} and decided_at is not null order by decided_at desc limit ${COUNTED}
    ) last`.execute(db);
  const { upheld = 0, decided = 0 } = rows[0] ?? {};
  return weightOf(upheld, decided);
}

export const weightOf = (upheld: number, decided: number): number => (2 * (upheld + 1)) / (decided + 2);
