import type { AnyEndpoint, CallInput, ResponseOf } from './endpoint.ts';
import type { Lang } from './languages.ts';
import type { OperatorDetails } from './operator.ts';
import type { RegistrationMode } from './site-settings.ts';

export interface SiteLink {
  name: string;
  url: string;
}

export interface Site {
  copyrightYears: string;
  storeLinks: readonly SiteLink[];
  socialLinks: readonly SiteLink[];
  /** Of the names of cookies. Absent: they have none. */
  cookiePrefix?: string;
  /** Browsers are to keep nothing of their readers but the session. Absent: they may. */
  keepsNothing?: true;
  /** Absent where the operator set nothing of it. */
  brand?: SiteBrand;
  /** Home city, with which the form of the registration opens. */
  home?: { country_id: number; city_id: number };
  /** Absent: everybody may register. */
  registration?: Exclude<RegistrationMode, 'open'>;
}

/** What the operator set in place of the product's own; an empty value leaves that. */
export interface SiteBrand {
  /** In the language of the page. */
  name: string;
  /** Style sheet with the colors. */
  style: string;
  color: string;
  logo: { id: string; width: number; height: number } | null;
}

/** Time zones of the reader, by name; null where unknown. */
export interface PageZone {
  /** In which the page is rendered. */
  rendered: string | null;
  /** Chosen in the settings, for every device of the viewer. */
  chosen: string | null;
}

/** Who is signed in, as the loaders of pages need it. */
export interface PageViewer {
  user_id: number;
  permissions: readonly string[];
  /** The subscription is active or ended within the grace period. */
  may_publish: boolean;
}

/** What the frame around a page needs of its reader. */
export interface PageFrame<Viewer> {
  viewer: Viewer | null;
  /** Number of the viewer's last user event, read before any other data; null for guests. */
  lastEventSeq: number | null;
  zone: PageZone;
}

/**
 * What the server provides to the loaders of the pages that it renders; `Viewer` is who is signed in, as the frame shows them.
 *
 * `call` runs an endpoint in-process with the viewer's rights and language; throws an error with `status` and `body`.
 */
export interface PageHost<Viewer> {
  call<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): Promise<ResponseOf<E>>;
  viewer: PageViewer | null;
  /** Absent for the data of a navigation that asks for none of it. */
  frame?: PageFrame<Viewer>;
  /** The viewer first has to add a second factor, and only the calls of that page are open to them. */
  lacksFactor: boolean;
  invitedBy: number | null;
  lang: Lang;
  publicUrl: string;
  site: Site;
  operator: OperatorDetails;
  report?(error: unknown): void;
}
