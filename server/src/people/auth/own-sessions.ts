import { type OpenSession, SESSIONS_SHOWN_MAX } from '@app/contract/people/security';
import { sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { type Device, describeDevice } from './devices/device-name.ts';
import { lockUserForShare, logSecurityEvent } from './security-log.ts';
import { saveEndReason } from './sessions.ts';

export async function listSessions({ db, clock, sessions }: Services, viewer: SignedInViewer): Promise<OpenSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'name', 'user_agent', 'ip', 'created_at', 'last_seen_at', 'method'])
    .where('user_id', '=', viewer.userId)
    .where('expires_at', '>', clock())
    .orderBy(sql`id = ${viewer.sessionId}`, 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SESSIONS_SHOWN_MAX)
    .execute();
  return rows.map(({ id, name, user_agent, ip, created_at, last_seen_at, method }) => ({
    id,
    name,
    ip,
    city: sessions.cities.findCity(ip, viewer.lang),
    method,
    ...describeDevice(user_agent),
    created: created_at.toISOString(),
    last_seen: last_seen_at.toISOString(),
    current: id === viewer.sessionId ? 1 : 0,
  }));
}

export async function renameSession({ db }: Services, viewer: SignedInViewer, id: number, name: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', viewer.userId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Failure('not_found');
}

/** Ending another session than this one needs re-authentication. */
export async function endSession(
  { db, clock, sessions }: Services,
  viewer: SignedInViewer,
  id: number,
  device: Device,
): Promise<void> {
  if (id !== viewer.sessionId) await sessions.requireReauthentication(viewer);
  await db.transaction().execute(async (tx) => {
    await lockUserForShare(tx, viewer.userId);
    const ended = tx.selectFrom('sessions').select('id').where('id', '=', id).where('user_id', '=', viewer.userId);
    await saveEndReason(tx, ended, 'ended_elsewhere', clock());
    const { numDeletedRows } = await tx
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('user_id', '=', viewer.userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Failure('not_found');
    await logSecurityEvent(tx, { userId: viewer.userId, kind: 'session_ended', device, at: clock() });
  });
}

export async function endOtherSessions(
  { db, clock, sessions }: Services,
  viewer: SignedInViewer,
  device: Device,
): Promise<number> {
  await sessions.requireReauthentication(viewer);
  return db.transaction().execute(async (tx) => {
    await lockUserForShare(tx, viewer.userId);
    const ended = tx
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', viewer.userId)
      .where('id', '<>', viewer.sessionId);
    await saveEndReason(tx, ended, 'ended_elsewhere', clock());
    const { numDeletedRows } = await tx
      .deleteFrom('sessions')
      .where('user_id', '=', viewer.userId)
      .where('id', '<>', viewer.sessionId)
      .executeTakeFirst();
    if (numDeletedRows > 0n) {
      await logSecurityEvent(tx, { userId: viewer.userId, kind: 'sessions_ended', device, at: clock() });
    }
    return Number(numDeletedRows);
  });
}
