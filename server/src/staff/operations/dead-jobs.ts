import type { BodyOf, QueryOf, ResponseOf } from '@app/contract/platform/endpoint';
import type { DeadJob, operationsApi } from '@app/contract/staff/operations';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import {
  type ChosenJobs,
  countDeadJobsByName,
  type DeadJobRow,
  deleteDeadJobs,
  listDeadJobs,
  reviveDeadJobs,
} from '../../platform/queue/dead-jobs.ts';

export async function presentDeadJobs(
  { db }: Services,
  { name, page, size }: QueryOf<typeof operationsApi.deadJobs>,
): Promise<ResponseOf<typeof operationsApi.deadJobs>> {
  const [rows, kinds] = await Promise.all([
    listDeadJobs(db, { name, limit: size, offset: (page - 1) * size }),
    countDeadJobsByName(db),
  ]);
  const total = kinds
    .filter((kind) => name === undefined || kind.name === name)
    .reduce((sum, { count }) => sum + count, 0);
  return { jobs: rows.map(presentDeadJob), total, kinds };
}

export async function retryJobs(
  { db, clock }: Services,
  viewer: SignedInViewer,
  chosen: BodyOf<typeof operationsApi.retryJobs>,
): Promise<{ count: number }> {
  return db.transaction().execute(async (tx) => {
    const count = await reviveDeadJobs(tx, chosen);
    if (count === 0) throw new Failure('not_found');
    await recordStaffAction(tx, viewer, clock(), {
      action: 'jobs.retry',
      object: objectOf(chosen),
      details: { count },
    });
    return { count };
  });
}

export async function discardJobs(
  { db, clock }: Services,
  viewer: SignedInViewer,
  { reason, ...chosen }: BodyOf<typeof operationsApi.discardJobs>,
): Promise<{ count: number }> {
  return db.transaction().execute(async (tx) => {
    const count = await deleteDeadJobs(tx, chosen);
    if (count === 0) throw new Failure('not_found');
    const details = { count, reason };
    await recordStaffAction(tx, viewer, clock(), { action: 'jobs.discard', object: objectOf(chosen), details });
    return { count };
  });
}

const objectOf = ({ id, name }: ChosenJobs): string => (id === undefined ? `jobs:${name}` : `job:${id}`);

function presentDeadJob({ id, name, payload, error, attempts, queued_at, failed_at }: DeadJobRow): DeadJob {
  return {
    id,
    name,
    payload: maskPayload(payload),
    error: maskAddresses(error),
    attempts,
    queued: queued_at.toISOString(),
    failed: failed_at.toISOString(),
  };
}

/** A job's payload may contain an email with its code, so strings are replaced by their length. */
function maskPayload(payload: unknown): DeadJob['payload'] {
  const entries = Object.entries((payload ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.map(([key, value]) => [key, maskValue(value)]));
}

function maskValue(value: unknown): number | boolean | string | null {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'string' ? `… (${value.length})` : `{…} (${JSON.stringify(value)?.length ?? 0})`;
}

/** Mail servers repeat the rejected address in their error. */
const maskAddresses = (error: string): string =>
  error.replace(/[^\s<>"'@]+@[^\s<>"'@]+\.[^\s<>"'@]+/g, '…@…').replace(/\+?\d{10,15}/g, '…');
