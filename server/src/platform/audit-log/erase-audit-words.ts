import { type Kysely, sql } from 'kysely';
import { containsPattern } from '../database/like-pattern.ts';

/**
 * Empties the texts in entries that hold one of the words, such as the address by which staff looked for a person who is erased now. What was
 * done, when, by whom and about whom stays.
 */
export async function eraseAuditWords<Tables>(tx: Kysely<Tables>, words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  const lowered = words.map((word) => word.toLowerCase());
  const isNamed = (text: string): boolean => lowered.some((word) => text.toLowerCase().includes(word));
  const patterns = words.map((word) => containsPattern(JSON.stringify(word).slice(1, -1)));
  const { rows } = await sql<{ id: number; details: unknown }>`
    select id, details from audit_entries
    where (action || ' ' || object || ' ' || details::text) ilike any (${patterns})`.execute(tx);
  if (rows.length === 0) return;
  await sql`set local okolo.erasing = 'on'`.execute(tx);
  for (const { id, details } of rows)
    await sql`update audit_entries set details = ${JSON.stringify(emptied(details, isNamed))}::jsonb where id = ${id}`.execute(
      tx,
    );
  await sql`set local okolo.erasing = 'off'`.execute(tx);
}

function emptied(value: unknown, isNamed: (text: string) => boolean): unknown {
  if (typeof value === 'string') return isNamed(value) ? '' : value;
  if (Array.isArray(value)) return value.map((one) => emptied(one, isNamed));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, emptied(one, isNamed)]));
}
