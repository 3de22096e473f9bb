import type { Tx } from '../../platform/database/tables.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { publishPresenceEvent } from '../presence/presence-watch.public.ts';
import { type LockedPair, lockPair } from './lock-pair.public.ts';

/** Change something between the viewer and another person, both held until it is done. */
export async function withLockedPair<Result>(
  { db, live }: Pick<Services, 'db' | 'live'>,
  viewer: SignedInViewer,
  id: number,
  change: (tx: Tx, pair: LockedPair) => Promise<Result>,
): Promise<Result> {
  const result = await db.transaction().execute(async (tx) => change(tx, await lockPair(tx, viewer.userId, id)));
  // Each may see the other come and go now, or no more.
  publishPresenceEvent(live, [viewer.userId, id]);
  return result;
}
