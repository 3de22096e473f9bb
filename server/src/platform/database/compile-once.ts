import { CompiledQuery, type RawBuilder } from 'kysely';
import type { Db } from './tables.ts';

/**
 * A prepared statement whose text is compiled at its first use, because compiling dozens of columns anew takes longer than
 * sending them. The statement names its values itself, as $1, $2 and so on.
 */
export function compileOnce<Row>(
  name: string,
  build: (db: Db) => RawBuilder<Row>,
): (db: Db, values: unknown[]) => Promise<Row[]> {
  let text: string | undefined;
  return async (db, values) => {
    text ??= textOf(name, build(db).compile(db));
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, values));
    return rows;
  };
}

function textOf(name: string, { sql, parameters }: CompiledQuery): string {
  // A value of the first use would stand for those of all.
  if (parameters.length > 0) throw new Error(`The statement ${name} has values of its own`);
  return `-- named ${name}\n${sql}`;
}
