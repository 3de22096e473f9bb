import { redirect, useLocation, useNavigate, useSearchParams } from 'react-router';
import { parsePage } from '../../../platform/loading/page-loading.ts';

export const TABLE_SIZES = [10, 25, 50, 100] as const;
const SIZE_DEFAULT = TABLE_SIZES[0];
const SEARCH_MAX = 200;

export interface TableQuery {
  search: string;
  page: number;
  size: number;
  sort: string | undefined;
  order: 'asc' | 'desc';
}

export function parseTableQuery(address: URLSearchParams): TableQuery {
  const size = Number(address.get('size'));
  return {
    search: (address.get('search') ?? '').trim().slice(0, SEARCH_MAX),
    page: parsePage(address),
    size: TABLE_SIZES.find((one) => one === size) ?? SIZE_DEFAULT,
    sort: address.get('sort') ?? undefined,
    order: address.get('order') === 'desc' ? 'desc' : 'asc',
  };
}

/**
 * The same as query parameters of a request. `sorts` lists the columns that the endpoint can sort by; others are
 * omitted.
 */
export function callQuery<Sort extends string>(
  { search, page, size, sort, order }: TableQuery,
  sorts: readonly Sort[],
): { search: string; size: number; offset: number; sort?: Sort; order?: 'asc' | 'desc' } {
  const known = sorts.find((one) => one === sort);
  return { search, size, offset: (page - 1) * size, ...(known !== undefined && { sort: known, order }) };
}

type AddressChanges = Readonly<Record<string, string | number | null | undefined>>;

/** Address of the table with some parameters changed. Every change except of the page returns to the first page. */
export function tableHref(pathname: string, address: URLSearchParams, changes: AddressChanges): string {
  const next = new URLSearchParams(address);
  if (!('page' in changes)) next.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    const isDefault = (name === 'page' && value === 1) || (name === 'size' && value === SIZE_DEFAULT);
    if (value === null || value === undefined || value === '' || isDefault) next.delete(name);
    else next.set(name, String(value));
  }
  const text = next.toString();
  return text === '' ? pathname : `${pathname}?${text}`;
}

/** Redirects from a page beyond the end to the last page, because rows may have been removed. */
export function requireInside(url: URL, { page, size }: TableQuery, total: number | undefined): void {
  if (total === undefined) return;
  const last = Math.max(1, Math.ceil(total / size));
  if (page > last) throw redirect(tableHref(url.pathname, url.searchParams, { page: last }));
}

/** Address of the table that is shown, and ways to other addresses of it. */
export function useTableAddress() {
  const { pathname } = useLocation();
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const hrefOf = (changes: AddressChanges): string => tableHref(pathname, address, changes);
  return {
    address,
    ...parseTableQuery(address),
    hrefOf,
    go: (changes: AddressChanges): void => void navigate(hrefOf(changes), { preventScrollReset: true }),
  };
}
