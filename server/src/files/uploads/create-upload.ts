import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  UPLOAD_MAX_BYTES,
  UPLOAD_PURPOSES,
  UPLOADS_MAX,
  UPLOADS_MAX_BYTES,
  type UploadPurpose,
} from '@app/contract/files/uploads';
import { Metadata } from '@tus/server';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { cleanName } from '../../platform/formats/file-name.ts';
import { runInOrder } from './run-in-order.ts';
import { insertUpload, sumOpen } from './uploads.queries.ts';

const METADATA_MAX = 4096;
const UNSUPPORTED_HEADERS = ['upload-defer-length', 'upload-concat'] as const;

/**
 * Creates the row of an announced upload and returns its id. Fails with invalid_input, file_empty, file_too_large,
 * unsent_full.
 */
export async function createUpload(
  { db, clock }: Services,
  ownerId: number,
  headers: IncomingHttpHeaders,
): Promise<string> {
  const declared = parseDeclaration(headers);
  const uid = randomBytes(16).toString('hex');
  const insert = () =>
    db.transaction().execute(async (tx) => {
      const { count, bytes } = await sumOpen(tx, ownerId);
      if (count >= UPLOADS_MAX || bytes + declared.bytes > UPLOADS_MAX_BYTES) throw new Failure('unsent_full');
      const now = clock();
      await insertUpload(tx, { uid, owner_id: ownerId, ...declared, created_at: now, touched_at: now });
    });
  // Serializes a user's uploads in process, so that many concurrent requests do not occupy database connections while
  // they wait for a lock.
  await runInOrder(`uploads-of:${ownerId}`, insert);
  return uid;
}

/** Parses the tus headers. A deferred length is not supported, because the size limit could not be checked. */
function parseDeclaration(headers: IncomingHttpHeaders): { purpose: UploadPurpose; name: string; bytes: number } {
  const length = headers['upload-length'];
  if (typeof length !== 'string' || !/^\d{1,15}$/.test(length)) throw new Failure('invalid_input');
  // Rejected before a row exists, which would use the user's quota for a day.
  if (UNSUPPORTED_HEADERS.some((name) => headers[name] !== undefined)) throw new Failure('invalid_input');
  const { purpose, filename } = parseMetadata(headers['upload-metadata']);
  const known = requireFound(
    UPLOAD_PURPOSES.find((each) => each === purpose),
    'invalid_input',
  );
  const bytes = Number(length);
  if (bytes === 0) throw new Failure('file_empty');
  const max = UPLOAD_MAX_BYTES[known];
  if (bytes > max) throw new Failure('file_too_large', { values: { max: Math.floor(max / 2 ** 20) } });
  return { purpose: known, name: cleanName(filename ?? ''), bytes };
}

function parseMetadata(sent: string | string[] | undefined): Record<string, string | null> {
  if (typeof sent !== 'string' || sent.length > METADATA_MAX) throw new Failure('invalid_input');
  try {
    return Metadata.parse(sent);
  } catch {
    throw new Failure('invalid_input');
  }
}
