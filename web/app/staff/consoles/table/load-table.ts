import type { Host } from '../../../platform/host.ts';
import { type LoaderInput, orFailed } from '../../../platform/loading/page-loading.ts';
import { type RequiredPermission, staffHost } from '../frame/staff-host.ts';
import { parseTableQuery, requireInside, type TableQuery } from './table-query.ts';

type Ask<Page> = (call: Host['call'], table: TableQuery, address: URLSearchParams) => Promise<Page>;

/** Loads the page of a table that its address asks for. Null when loading failed. */
export async function loadTable<Page extends { total: number }>(
  input: LoaderInput,
  permission: RequiredPermission,
  ask: Ask<Page>,
): Promise<Page | null> {
  const { call } = staffHost(input, permission);
  const address = input.url.searchParams;
  const table = parseTableQuery(address);
  const page = await orFailed(ask(call, table, address));
  requireInside(input.url, table, page?.total);
  return page;
}

/** Loader of a page that is one table. */
export function tableLoader<Page extends { total: number }>(permission: RequiredPermission, ask: Ask<Page>) {
  return async (input: LoaderInput) => ({ loaded: await loadTable(input, permission, ask) });
}

/** Size and offset of the page that is shown. */
export const rowsOf = ({ page, size }: TableQuery): { size: number; offset: number } => ({
  size,
  offset: (page - 1) * size,
});
