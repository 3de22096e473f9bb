import type { IncomingMessage, ServerResponse } from 'node:http';
import { UPLOAD_MAX_BYTES, UPLOADS_PATH } from '@app/contract/files/uploads';
import { DataStore, ERRORS, type Locker, Server, Upload } from '@tus/server';
import type { Services } from '../../platform/domain/services.ts';
import { removeChunks } from './chunk-objects.ts';
import { UPLOAD_ID, UPLOAD_RETENTION_MS } from './upload-files.ts';
import { createUploadLocks } from './upload-locks.ts';
import { deleteUpload, findAny } from './uploads.queries.ts';

/** Handles the protocol for a request that passed the guards. `createdId`: the upload that this request creates. */
export interface Tus {
  handleRequest(request: IncomingMessage, response: ServerResponse, createdId?: string): Promise<void>;
  /** Locks of uploads for writing, reading the offset and removing. */
  locker: Locker;
}

/**
 * The tus protocol: a library over rows in the database. Access is checked before. Bodies are written by write-body.ts
 * instead, into the store that all nodes share, so that each request may reach another node.
 */
export function createTus(services: Services): Tus {
  const { db, log } = services;
  const created = new WeakMap<IncomingMessage, string>();
  const findUpload = async (uid: string): Promise<Upload> => {
    const row = await findAny(db, uid);
    if (row === undefined) throw ERRORS.FILE_NOT_FOUND;
    const { bytes, received, name, purpose, touched_at } = row;
    const metadata = { filename: name, purpose };
    return new Upload({ id: uid, size: bytes, offset: received, metadata, creation_date: touched_at.toISOString() });
  };
  const datastore = Object.assign(new DataStore(), {
    extensions: ['creation', 'termination', 'expiration'],
    // The row is there already: create-upload.ts.
    create: async (upload: Upload) => upload,
    getUpload: findUpload,
    remove: async (uid: string) => removeChunks(services, await deleteUpload(db, uid)),
    getExpiration: () => UPLOAD_RETENTION_MS,
  });
  const locker = createUploadLocks();
  const server = new Server({
    locker,
    path: UPLOADS_PATH,
    datastore,
    maxSize: Math.max(...Object.values(UPLOAD_MAX_BYTES)),
    relativeLocation: true,
    respectForwardedHeaders: false,
    allowedOrigins: () => false,
    namingFunction: (request) => {
      const raw = request.runtime?.node?.req as IncomingMessage | undefined;
      const uid = raw && created.get(raw);
      if (uid === undefined) throw new Error('an upload without a row');
      return uid;
    },
    getFileIdFromRequest: (_request, last) => (last !== undefined && UPLOAD_ID.test(last) ? last : undefined),
    onUploadCreate: async (_request, { id }) => ({ metadata: (await findUpload(id)).metadata }),
    onResponseError: (_request, error) => {
      if ('status_code' in error) return undefined;
      log.error({ err: error }, 'an upload failed');
      return { status_code: 500, body: 'Something went wrong\n' };
    },
  });
  return {
    locker,
    handleRequest: async (request, response, createdId) => {
      if (createdId !== undefined) created.set(request, createdId);
      await server.handle(request, response);
    },
  };
}
