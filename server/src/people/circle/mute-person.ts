import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { requireKnownUser } from '../users/accounts.public.ts';

interface MuteState {
  muted: 0 | 1;
  muted_until: string | null;
}

export async function mutePerson(
  { db, clock }: Services,
  viewer: SignedInViewer,
  id: number,
  seconds: number | undefined,
): Promise<MuteState> {
  if (id === viewer.userId) throw new Failure('forbidden');
  const now = clock();
  const until = seconds === undefined ? null : new Date(now.getTime() + seconds * 1000);
  await db.transaction().execute(async (tx) => {
    await requireKnownUser(tx, id);
    // Expired mutes are deleted on each insert, so no other sweep is needed.
    await tx.deleteFrom('mutes').where('user_id', '=', viewer.userId).where('until', '<=', now).execute();
    await tx
      .insertInto('mutes')
      .values({ user_id: viewer.userId, muted_id: id, until: until ?? 'infinity' })
      .onConflict((conflict) => conflict.columns(['user_id', 'muted_id']).doUpdateSet({ until: until ?? 'infinity' }))
      .execute();
  });
  return { muted: 1, muted_until: until?.toISOString() ?? null };
}

export async function unmutePerson({ db }: Services, viewer: SignedInViewer, id: number): Promise<MuteState> {
  await db.deleteFrom('mutes').where('user_id', '=', viewer.userId).where('muted_id', '=', id).execute();
  return { muted: 0, muted_until: null };
}
