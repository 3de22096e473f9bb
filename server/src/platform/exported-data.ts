/**
 * What a domain keeps of a person, by name, ready for JSON. A list without a small limit is an async iterable: it is
 * written row by row and never held whole.
 */
export type ExportedData = Record<string, unknown>;

const PAGE = 500;

/** The rows of a long list. `read` gives at most `limit` of those that follow `after`, the last row it gave. */
export async function* iteratePages<Row>(
  read: (after: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after: Row | undefined; ; ) {
    const rows = await read(after, PAGE);
    yield* rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1);
  }
}
