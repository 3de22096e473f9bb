import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { storeChunk } from './chunk-objects.ts';
import { UPLOAD_ID, uploadsFolder } from './upload-files.ts';
import { findAny } from './uploads.queries.ts';

/** Milliseconds. A chunk is being collected for as long as its file grows. */
const ORPHAN_MAX_AGE_MS = 3_600_000;

/** Empties this node's folder of uploads: files of killed requests, and those that an older version left. */
export async function sweepUploadFiles(services: Services): Promise<void> {
  const folder = uploadsFolder(services.config);
  const before = services.clock().getTime() - ORPHAN_MAX_AGE_MS;
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found === undefined) continue;
    const isMoved = UPLOAD_ID.test(name) && (await moveToStore(services, name, file, found.size));
    if (isMoved || found.mtimeMs < before) await rm(file, { force: true });
  }
}

/** Versions before migration 0083 kept all bytes of an upload in one file, named by its id, on one node. */
async function moveToStore(services: Services, uid: string, file: string, bytes: number): Promise<boolean> {
  const upload = await findAny(services.db, uid);
  if (upload === undefined || upload.received > 0 || bytes === 0 || bytes > upload.bytes) return false;
  try {
    await storeChunk(services, upload, 0, { path: file, bytes });
    return true;
  } catch (error) {
    // The client has begun anew meanwhile.
    if (error instanceof Failure) return false;
    throw error;
  }
}
