import { type RawBuilder, sql } from 'kysely';

/** SQL of a district without case and «ё»: people write its name as they like. */
export const foldedDistrict = (column: string): string => `translate(lower(${column}), 'ё', 'е')`;

/** SQL that compares a column with a district; true for all rows without one. Names what a partial index needs. */
export function isInDistrict(column: string, district: string | null): RawBuilder<boolean> {
  if (district === null) return sql<boolean>`true`;
  const name = sql`translate(lower(${district}::text), 'ё', 'е')`;
  return sql<boolean>`(${sql.raw(column)} <> '' and ${sql.raw(foldedDistrict(column))} = ${name})`;
}
