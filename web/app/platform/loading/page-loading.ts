import type { PageViewer } from '@app/contract/platform/page-host';
import { type RouterContextProvider, redirect } from 'react-router';
import { isApiError } from '../api-error.ts';
import { type Host, hostContext } from '../host.ts';

const PAGE_MAX = 1e6;

/** Number of the page of a list that an address asks for; the first for anything else. */
export function parsePage(address: URLSearchParams): number {
  const page = Number(address.get('page') ?? 1);
  return Number.isInteger(page) && page > 0 && page < PAGE_MAX ? page : 1;
}

export const pageHref = (path: string, page: number): string => (page > 1 ? `${path}?page=${page}` : path);

/** Returns null when loading failed, so that the page can offer a retry. */
export async function orFailed<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    if (isApiError(error)) return null;
    throw error;
  }
}

export interface LoaderInput {
  url: URL;
  context: Readonly<RouterContextProvider>;
}

/** Loads what belongs to the viewer; guests sign in first and return to `next`. */
export async function loadOwn<T>(
  { url, context }: LoaderInput,
  next: string | ((page: number) => string),
  ask: (call: Host['call'], page: number) => Promise<T>,
): Promise<{ viewer: PageViewer; page: number; loaded: T | null }> {
  const { call, viewer } = context.get(hostContext);
  const page = parsePage(url.searchParams);
  if (!viewer) throw redirect(`/auth?next=${typeof next === 'string' ? next : encodeURIComponent(next(page))}`);
  return { viewer, page, loaded: await orFailed(ask(call, page)) };
}
