import type { DataExport } from '@app/contract/people/exports';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { requireReauthentication } from '../auth/reauthentication.public.ts';
import { BUILDING_LANES, buildExport } from './build-export.job.ts';
import { type ExportRow, findLatestExport, insertExport, lockExports } from './exports.queries.ts';
import { nextExportAt, presentExport } from './present-export.ts';

export async function getExport({ db, clock }: Services, viewer: SignedInViewer) {
  return presentExport(await findLatestExport(db, viewer.userId), clock());
}

/** Starts an export: one at a time, and one a day unless the last one failed. */
export async function startExport(
  services: Services,
  viewer: SignedInViewer,
  currentPassword: string | undefined,
): Promise<DataExport> {
  const { db, clock, queue } = services;
  await requireReauthentication(services, viewer, currentPassword);
  const now = clock();
  await db.transaction().execute(async (tx) => {
    await lockExports(tx, viewer.userId);
    const latest = await findLatestExport(tx, viewer.userId);
    if (latest !== undefined) assertMayStart(latest, now);
    const id = await insertExport(tx, viewer.userId, now);
    // Low priority, after everything that users wait for, and in a lane that never takes all workers.
    await queue.add(tx, buildExport, { id }, { priority: 10, lane: `exports-${id % BUILDING_LANES}` });
  });
  return getExport(services, viewer);
}

function assertMayStart(latest: ExportRow, now: Date): void {
  if (latest.status === 'queued' || latest.status === 'running') throw new Failure('export_running');
  const next = nextExportAt(latest, now);
  if (next !== null) throw new Failure('export_too_early', { retryAfter: (next.getTime() - now.getTime()) / 1000 });
}
