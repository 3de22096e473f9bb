import type { RequestState, registrationsApi } from '@app/contract/people/registrations';
import type { BodyOf, QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import { recordStaffAction } from '../../../platform/audit-log/record-staff-action.public.ts';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import { emit } from '../../../platform/domain/events.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure, requireFound } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { lockAccount, updateUser } from '../../users/accounts.public.ts';

/** Undefined: the newcomer needs no approval. */
export async function findRequestState(db: Db, userId: number): Promise<RequestState | 'unconfirmed' | undefined> {
  const row = await db
    .selectFrom('registration_requests')
    .select('state')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.state;
}

/**
 * Whether a newcomer whose address was just confirmed has to be approved first; staff see the request from now on.
 * Refused newcomers stay as they are until somebody registers with their login or address: fails with forbidden.
 */
export async function awaitApproval(tx: Tx, userId: number, now: Date): Promise<boolean> {
  const state = await findRequestState(tx, userId);
  if (state === 'refused') throw new Failure('forbidden');
  if (state !== 'unconfirmed' && state !== 'waiting') return false;
  await updateUser(tx, userId, { email_verified_at: now }, now);
  await tx
    .updateTable('registration_requests')
    .set({ state: 'waiting', requested_at: now })
    .where('user_id', '=', userId)
    .where('state', '=', 'unconfirmed')
    .execute();
  return true;
}

/** Staff who activate an account by hand approve it with that. */
export async function approveRequest(tx: Tx, viewer: SignedInViewer, userId: number, now: Date): Promise<void> {
  await tx
    .updateTable('registration_requests')
    .set({ state: 'accepted', decided_at: now, decided_by: viewer.userId })
    .where('user_id', '=', userId)
    .execute();
}

export async function listRequests(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewer: SignedInViewer,
  { state, size, offset }: QueryOf<typeof registrationsApi.list>,
): Promise<ResponseOf<typeof registrationsApi.list>> {
  const rows = await db
    .selectFrom('registration_requests as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.user_id', 'u.firstname', 'u.lastname', 'u.login', 'u.email', 'r.reason', 'r.requested_at'])
    .select(['r.decided_at', 'r.answer'])
    .where('r.state', '=', state)
    .orderBy('r.requested_at', state === 'waiting' ? 'asc' : 'desc')
    .orderBy('r.user_id')
    .limit(size)
    .offset(offset)
    .execute();
  const total = await countRequests(db, state);
  await recordStaffAction(db, viewer, clock(), { action: 'registrations.read', details: { state, offset } });
  const requests = rows.map(({ user_id, firstname, lastname, login, email, reason, answer, ...times }) => ({
    user_id,
    name: `${firstname} ${lastname}`.trim(),
    login,
    email,
    reason,
    state,
    requested: times.requested_at.toISOString(),
    decided: times.decided_at?.toISOString() ?? null,
    answer,
  }));
  return { requests, total };
}

async function countRequests(db: Db, state: RequestState): Promise<number> {
  const { total } = await db
    .selectFrom('registration_requests')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('state', '=', state)
    .executeTakeFirstOrThrow();
  return total;
}

export const countWaitingRequests = async ({ db }: Pick<Services, 'db'>): Promise<{ waiting: number }> => ({
  waiting: await countRequests(db, 'waiting'),
});

export async function decideRequest(
  services: Services,
  viewer: SignedInViewer,
  userId: number,
  { accept, answer }: BodyOf<typeof registrationsApi.decide>,
): Promise<{ user_id: number }> {
  const { db, clock, mail, config, publicCache } = services;
  const now = clock();
  await db.transaction().execute(async (tx) => {
    const account = requireFound(await lockAccount(tx, userId));
    const state = requireFound(await findRequestState(tx, userId));
    if (state !== 'waiting' || account.status !== 'registered') throw new Failure('conflict');
    await tx
      .updateTable('registration_requests')
      .set({ state: accept === 1 ? 'accepted' : 'refused', decided_at: now, decided_by: viewer.userId, answer })
      .where('user_id', '=', userId)
      .execute();
    if (accept === 1) {
      await updateUser(tx, userId, { status: 'active', activated_at: now }, now);
      await emit(services, tx, { type: 'user.activated', userId });
    }
    await mail.queue(tx, {
      to: account.email,
      lang: account.lang,
      template: accept === 1 ? 'registration_accepted' : 'registration_refused',
      values: { answer, ...(accept === 1 && { link: `${config.publicUrl}/auth` }) },
    });
    await recordStaffAction(tx, viewer, now, {
      action: accept === 1 ? 'users.accept' : 'users.refuse',
      object: `user:${userId}`,
      aboutUserId: userId,
    });
  });
  publicCache.invalidate();
  return { user_id: userId };
}
