import type { Lang } from '@app/contract/platform/languages';
import type { Permission } from '@app/contract/staff/permissions';

/** Who is asking, as one request sees them. */
export interface Viewer {
  userId: number | null;
  sessionId: number | null;
  isStaff: boolean;
  isSuperuser: boolean;
  /** What this viewer may do as staff; none where it is not told. */
  permissions?: ReadonlySet<Permission>;
  /** A subscription runs, or ended less than the days of grace ago: may create. */
  isPaid: boolean;
  /** Staff who may not work in this session before they prove more than a password: the marks above are down. */
  lacksSecondFactor?: boolean;
  /** Staff decided that this person only reads for now. */
  isFrozen?: boolean;
  /** Staff decided that what this person publishes is counted and looked at. */
  isLimited?: boolean;
  lang: Lang;
  /** Address of the client, for limits and evidence. */
  ip: string;
}

export type SignedInViewer = Viewer & { userId: number; sessionId: number };

export const hasPermission = (viewer: Viewer, permission: Permission): boolean =>
  viewer.permissions?.has(permission) ?? false;

export const isSignedIn = (viewer: Viewer): viewer is SignedInViewer => viewer.userId !== null;

/** What a session token proves. */
export interface Identity {
  userId: number;
  sessionId: number;
  isStaff: boolean;
  isSuperuser: boolean;
  permissions: ReadonlySet<Permission>;
  isPaid: boolean;
  lacksSecondFactor: boolean;
  isFrozen: boolean;
  isLimited: boolean;
}

export interface Sessions {
  /** The live session behind a token, or undefined: unknown, ended, expired or its person is suspended. */
  identify(token: string): Promise<Identity | undefined>;
  /** Which of these sessions are over: ended, expired, or their person is suspended or gone. */
  listEnded(sessionIds: readonly number[]): Promise<number[]>;
}
