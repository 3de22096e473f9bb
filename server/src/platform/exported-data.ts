/**
 * A user's data within one domain, ready for JSON. A list without a small limit is an async iterable, so that the
 * export writes row by row and never holds the whole list in memory.
 */
export type ExportedData = Record<string, unknown>;

const PAGE = 500;

/** Yields the rows of a long list. `read` returns at most `limit` rows after `after`, the last row of the last page. */
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
