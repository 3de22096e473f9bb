import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';

/** Number of the last decided complaints of a person that count. */
const COUNTED = 100;

/**
 * Weight of a person's complaints, from 0 to 2: twice the share of upheld ones among the last hundred, with one upheld
 * and one rejected as a prior, so that an unknown reporter has weight 1 and a single decision changes little. Served by
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
