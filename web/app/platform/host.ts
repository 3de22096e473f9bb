import type { Session } from '@app/contract/people/auth';
import type { PageHost } from '@app/contract/platform/page-host';
import { createContext, data } from 'react-router';
import { isApiError } from './api-error.ts';

export type SessionViewer = Omit<Session, 'token'>;

/** What the rendering server provides to loaders; errors of `call` satisfy {@link isApiError}. */
export type Host = PageHost<SessionViewer>;

export const hostContext = createContext<Host>();

/** Returns null when a part of the page cannot be loaded; the failure is reported. */
export function orNull<T>({ report = console.error }: Host, part: Promise<T>): Promise<T | null> {
  return part.catch((error: unknown) => {
    report(error);
    return null;
  });
}

/** Turns an API error into the matching error page (404, 410, 403 …); other errors are rethrown. */
export async function orMissing<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    if (isApiError(error) && error.status >= 400 && error.status < 500)
      throw data(error.body, { status: error.status });
    throw error;
  }
}
