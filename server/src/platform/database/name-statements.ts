import type pg from 'pg';

const NAME = /^\s*-- named (\S+)\n/;

/** Sends every statement without a name: a pooler may run the next one on another connection, which does not know it. */
export function unnameStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...rest: unknown[]) => unknown;
  const unnamed = (statement: unknown, ...rest: unknown[]): unknown => {
    const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement && 'text' in statement;
    return query(isNamed ? { ...statement, name: undefined } : statement, ...rest);
  };
  client.query = unnamed as typeof client.query;
}

/**
 * Prepares statements whose first line is `-- named something` once per connection: for very frequent queries planning
 * costs more than execution. The query builder cannot name statements within a transaction, so the name is part of the
 * text. The text under one name must never change, and it names its columns: PostgreSQL refuses it with `*` once another
 * version has added one.
 */
export function nameStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...rest: unknown[]) => unknown;
  const named = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    const [, name] = (typeof text === 'string' && Array.isArray(values) && NAME.exec(text)) || [];
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
  };
  client.query = named as typeof client.query;
}
