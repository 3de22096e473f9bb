import type { Privacy } from '@app/contract/people/privacy';
import type { Db } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { requireFound } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { publishPresenceEvent } from '../../presence/presence-watch.public.ts';
import { updateUser } from '../accounts.public.ts';
import { presentPrivacy } from '../present-relationship.ts';
import { findUser } from '../users.queries.ts';

export async function getPrivacy(db: Db, viewer: SignedInViewer): Promise<Privacy> {
  const row = requireFound(await findUser(db, viewer.userId));
  return presentPrivacy(row);
}

/** Absent fields stay as they are. Takes effect from the next request of any viewer. */
export async function changePrivacy(
  { db, clock, publicCache, live }: Services,
  viewer: SignedInViewer,
  change: Partial<Privacy>,
): Promise<Privacy> {
  await db.transaction().execute((tx) =>
    updateUser(
      tx,
      viewer.userId,
      {
        see_phone: change.phone,
        see_email: change.email,
        see_online: change.online,
        see_friends: change.friends,
        may_write: change.write,
        may_call: change.call,
        may_comment: change.comment,
      },
      clock(),
    ),
  );
  // Cached public pages contain phone numbers and call buttons.
  publicCache.invalidate();
  if (change.online !== undefined) publishPresenceEvent(live, [viewer.userId]);
  return getPrivacy(db, viewer);
}
