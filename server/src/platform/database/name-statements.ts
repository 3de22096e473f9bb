import type pg from 'pg';

const NAME = /^\s*-- named (\S+)\n/;

/**
 * A statement whose first line is `-- named something` is planned once for a connection instead of each time: for what every
 * message asks, the plan costs more than the answer. It is the way to a name from within a transaction, where the query builder
 * knows none. The text under a name must always be the same.
 */
export function nameStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...rest: unknown[]) => unknown;
  const named = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
    const [, name] = (typeof text === 'string' && Array.isArray(values) && NAME.exec(text)) || [];
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
  };
  client.query = named as typeof client.query;
}
