import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { publishPresenceEvent } from '../presence/presence-watch.public.ts';
import { type LockedPair, lockPair } from './lock-pair.public.ts';

/** Runs a change of a relationship while both users are locked. */
export async function withLockedPair<Result>(
  { db, live }: Services,
  viewer: SignedInViewer,
  id: number,
  change: (tx: Tx, pair: LockedPair) => Promise<Result>,
): Promise<Result> {
  const result = await db.transaction().execute(async (tx) => change(tx, await lockPair(tx, viewer.userId, id)));
  // The change may show or hide the presence of each to the other.
  publishPresenceEvent(live, [viewer.userId, id]);
  return result;
}
