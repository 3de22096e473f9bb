import type pg from 'pg';

const NAME = /^\s*-- named (\S+)\n/;

/**
 * Prepares statements whose first line is `-- named something` once per connection: for very frequent queries planning
 * costs more than execution. The query builder cannot name statements within a transaction, so the name is part of the
 * text. The text under one name must never change.
 */
export function nameStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...rest: unknown[]) => unknown;
  const named = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    const [, name] = (typeof text === 'string' && Array.isArray(values) && NAME.exec(text)) || [];
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
  };
  client.query = named as typeof client.query;
}
