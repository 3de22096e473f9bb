import type { Session } from '@app/contract/people/auth';
import type { AnyEndpoint, CallInput, ResponseOf } from '@app/contract/platform/endpoint';
import type { Lang } from '@app/contract/platform/languages';
import { createContext, data } from 'react-router';
import { isApiError } from './api-error.ts';

export type SessionViewer = Omit<Session, 'token'>;

export interface SiteLink {
  name: string;
  url: string;
}

export interface Site {
  copyrightYears: string;
  storeLinks: readonly SiteLink[];
  socialLinks: readonly SiteLink[];
}

/**
 * What the rendering server provides to loaders.
 *
 * `call` runs an endpoint in-process with the viewer's rights and language; throws an error with `status` and `body`
 * (see {@link isApiError}).
 */
export interface Host {
  call<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): Promise<ResponseOf<E>>;
  viewer: SessionViewer | null;
  /** Number of the viewer's last user event, read before any other data; null for guests. */
  lastEventSeq: number | null;
  invitedBy: number | null;
  lang: Lang;
  publicUrl: string;
  site: Site;
  report?(error: unknown): void;
}

export const hostContext = createContext<Host>();

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
