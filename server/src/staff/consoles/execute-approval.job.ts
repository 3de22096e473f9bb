import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { APPROVED_FILE_DAYS } from '@app/contract/staff/staff';
import { z } from 'zod';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import { writeArchiveOf } from '../../people/data-export/write-archive-of.public.ts';
import { eachUser } from '../../people/users/staff-list.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { csvLines } from '../../platform/formats/csv.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { type ApprovalRow, findApproval, lockApproval, updateApproval } from './approvals.queries.ts';
import { PEOPLE_COLUMNS } from './people-columns.ts';

const RETENTION_MS = APPROVED_FILE_DAYS * 24 * 3600 * 1000;

/** `/media` does not serve this prefix. */
const APPROVALS_PREFIX = 'private/approvals/';

/** Creates the file of an approved export and notifies the requester. Idempotent. */
export const executeApproval = defineJob({
  name: 'execute-approval',
  payload: z.object({ id: z.number().int() }),
  run: async (services: Services, { id }) => {
    const { db, storage, media } = services;
    const approval = await findApproval(db, id);
    if (approval?.state !== 'approved') return;
    const file = path.join(media.quarantine.folder, `approval-${randomUUID()}`);
    try {
      await writeFile(services, approval, file);
      const { key, type } = storageObjectOf(approval);
      await storage.put(key, file, type);
      // If the request was closed meanwhile, the file is deleted.
      if (!(await finishApproval(services, id, key))) await storage.remove(key);
    } finally {
      await rm(file, { force: true });
    }
  },
});

const storageObjectOf = ({ id, kind }: Pick<ApprovalRow, 'id' | 'kind'>): { key: string; type: string } =>
  kind === 'export_user'
    ? { key: `${APPROVALS_PREFIX}${id}.zip`, type: 'application/zip' }
    : // The object store has no content type; the download sets it.
      { key: `${APPROVALS_PREFIX}${id}.bin`, type: 'application/octet-stream' };

async function writeFile(services: Services, approval: ApprovalRow, file: string): Promise<void> {
  if (approval.about_user_id !== null) return writeArchiveOf(services, approval.about_user_id, file);
  const people = eachUser(services.db, { search: approval.search, state: approval.people_state ?? undefined });
  await pipeline(Readable.from(csvLines(PEOPLE_COLUMNS, people)), createWriteStream(file, { mode: 0o600 }));
}

/** Whether the request has this file now, from this run or from another. */
function finishApproval(services: Services, id: number, key: string): Promise<boolean> {
  const { db, clock } = services;
  const now = clock();
  return db.transaction().execute(async (tx) => {
    const locked = await lockApproval(tx, id);
    if (locked?.state !== 'approved') return locked?.storage_key === key;
    const file_until = new Date(now.getTime() + RETENTION_MS);
    await updateApproval(tx, id, { state: 'done', done_at: now, storage_key: key, file_until });
    await notify(tx, services, {
      userId: locked.asked_by,
      kind: 'approval',
      link: '/admin/approvals',
      values: { what: 'ready', about: locked.kind },
    });
    return true;
  });
}
