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

/** What the frame shows from the configuration. */
export interface Site {
  copyrightYears: string;
  storeLinks: readonly SiteLink[];
  socialLinks: readonly SiteLink[];
}

/**
 * What the server that renders a page gives to its loaders.
 *
 * `call` runs an endpoint in-process with the visitor's rights and language; a refusal is thrown as an error with
 * `status` and `body` (see {@link isApiError}).
 */
export interface Host {
  call<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): Promise<ResponseOf<E>>;
  viewer: SessionViewer | null;
  /** The number of the last thing that the viewer's pages were told, read before anything else; null for guests. */
  lastEventSeq: number | null;
  /** Whose invitation this browser remembers. */
  invitedBy: number | null;
  lang: Lang;
  publicUrl: string;
  site: Site;
  /** Where errors of rendering go; the console when absent. */
  report?(error: unknown): void;
}

export const hostContext = createContext<Host>();

/** A refusal becomes the page that says so (404, 410, 403 …); anything else stays an error. */
export async function orMissing<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    if (isApiError(error) && error.status >= 400 && error.status < 500)
      throw data(error.body, { status: error.status });
    throw error;
  }
}
