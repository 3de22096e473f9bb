import type { Lang } from '@app/contract/platform/languages';
import type { Permission } from '@app/contract/platform/permissions';

export interface Home {
  cityId: number;
  /** '' for none. */
  district: string;
}

export interface Viewer {
  userId: number | null;
  sessionId: number | null;
  isStaff: boolean;
  isSuperuser: boolean;
  permissions?: ReadonlySet<Permission>;
  /** The subscription is active or ended within the grace period: the viewer may create content. */
  isPaid: boolean;
  /** Staff without a second factor in this session: without staff flags and permissions until they provide one. */
  lacksSecondFactor?: boolean;
  /** Who signed in here without the second factor that everybody needs: a guest, but for the calls that add one. */
  withoutFactor?: SignedInViewer;
  isFrozen?: boolean;
  isLimited?: boolean;
  /** Whether the viewer has muted words; undefined where nobody looked. */
  hasMutedWords?: boolean;
  /** Where the profile says that the viewer lives, null for nowhere; undefined where nobody looked. */
  home?: Home | null;
  lang: Lang;
  ip: string;
}

export type SignedInViewer = Viewer & { userId: number; sessionId: number };

export const hasPermission = (viewer: Viewer, permission: Permission): boolean =>
  viewer.permissions?.has(permission) ?? false;

/** The same reader without a session. */
export const asAnonymous = (viewer: Viewer): Viewer => ({
  ...viewer,
  userId: null,
  sessionId: null,
  isStaff: false,
  isSuperuser: false,
  isPaid: false,
  home: null,
});

export const isSignedIn = (viewer: Viewer): viewer is SignedInViewer => viewer.userId !== null;

export interface Identity {
  userId: number;
  sessionId: number;
  isStaff: boolean;
  isSuperuser: boolean;
  permissions: ReadonlySet<Permission>;
  /** Permissions and groups of the user, as clients are told them; the session may lack the second factor for them. */
  toldPermissions: readonly string[];
  isPaid: boolean;
  lacksSecondFactor: boolean;
  /** Everybody needs a second factor, and this session has none. */
  mustAddFactor?: boolean;
  isFrozen: boolean;
  isLimited: boolean;
  hasMutedWords?: boolean;
  home?: Home | null;
}

export interface Sessions {
  /** The live session of a token; undefined when the token is unknown, ended or expired, or its user is suspended. */
  identify(token: string): Promise<Identity | undefined>;
  /** The same, which also reads what the frame of a page needs of who is signed in. */
  identifyForPage(token: string): Promise<Identity | undefined>;
  listEnded(sessionIds: readonly number[]): Promise<number[]>;
}

/** What is read in one statement with the session of a request: columns of `users` and of the joins. */
export interface ReadWithSession<Row extends object> {
  name: string;
  columns: string;
  joins: string;
  /** What was read, by the identity that {@link Sessions.identifyForPage} returned. */
  rows: WeakMap<Identity, Row>;
}
