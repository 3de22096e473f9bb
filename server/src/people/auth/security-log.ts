import {
  SECURITY_LOG_RETENTION_DAYS,
  SECURITY_LOG_SHOWN_MAX,
  type SecurityLogEntry,
  type SecurityLogKind,
} from '@app/contract/people/security';
import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { Db } from '../../platform/database/tables.ts';
import { type Device, describeDevice, USER_AGENT_MAX } from './devices/device-name.ts';

const RETENTION_MS = SECURITY_LOG_RETENTION_DAYS * 24 * 3600 * 1000;

/** Locks the user row before dependent rows, as everywhere, so that waiting happens here and not in the middle. */
export async function lockUserForShare(tx: Db, userId: number): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute();
}

interface SecurityEventInput {
  userId: number;
  kind: SecurityLogKind;
  device: Device;
  at: Date;
}

const rowOf = ({ userId, kind, device, at }: SecurityEventInput) => ({
  user_id: userId,
  kind,
  at,
  ip: device.ip,
  user_agent: (device.userAgent ?? '').slice(0, USER_AGENT_MAX),
});

export async function logSecurityEvent(db: Db, event: SecurityEventInput): Promise<void> {
  await db
    .insertInto('security_events')
    .values({ ...rowOf(event), day: null })
    .execute();
}

/** Counts a failure in one entry per day, which has the time and device of the last one. */
export async function countSecurityFailure(db: Db, event: SecurityEventInput): Promise<void> {
  const { at, ip, user_agent } = rowOf(event);
  await db
    .insertInto('security_events')
    .values({ ...rowOf(event), day: at.toISOString().slice(0, 10) })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind', 'day'])
        .where('day', 'is not', null)
        .doUpdateSet({ at, ip, user_agent, count: sql<number>`security_events.count + 1` }),
    )
    .execute();
}

export async function listSecurityLog(db: Db, userId: number, now: Date): Promise<SecurityLogEntry[]> {
  const rows = await db
    .selectFrom('security_events')
    .select(['id', 'kind', 'at', 'ip', 'user_agent', 'count'])
    .where('user_id', '=', userId)
    .where('at', '>', new Date(now.getTime() - RETENTION_MS))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(SECURITY_LOG_SHOWN_MAX)
    .execute();
  return rows.map(({ user_agent, at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    device: describeDevice(user_agent).device,
  }));
}

/**
 * Deletes IP addresses after 90 days, because they reveal locations: with the log entries, and from sessions that live
 * longer.
 */
export async function purgeOldAddresses(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_MS);
  await deleteInBatches(db, 'security_events', sql`at <= ${before}`);
  await db.updateTable('sessions').set({ ip: '' }).where('created_at', '<=', before).where('ip', '<>', '').execute();
}
