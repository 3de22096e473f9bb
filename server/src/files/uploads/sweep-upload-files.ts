import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Services } from '../../platform/domain/services.ts';
import { UPLOAD_ID, uploadsFolder } from './upload-files.ts';
import { findStoredIds } from './uploads.queries.ts';

/** Milliseconds. A file may briefly exist without its row at the end of an upload. */
const ORPHAN_MAX_AGE_MS = 3_600_000;
const BATCH = 500;

export async function sweepUploadFiles({ db, config, clock }: Services): Promise<void> {
  const folder = uploadsFolder(config);
  const before = clock().getTime() - ORPHAN_MAX_AGE_MS;
  const names = (await readdir(folder).catch(() => [])).filter((name) => UPLOAD_ID.test(name));
  for (let at = 0; at < names.length; at += BATCH) {
    const batch = names.slice(at, at + BATCH);
    const known = await findStoredIds(db, batch);
    for (const name of batch.filter((each) => !known.has(each))) {
      const file = path.join(folder, name);
      const found = await stat(file).catch(() => undefined);
      if (found && found.mtimeMs < before) await rm(file, { force: true });
    }
  }
}
