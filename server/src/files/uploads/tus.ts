import type { IncomingMessage, ServerResponse } from 'node:http';
import { UPLOAD_MAX_BYTES, UPLOADS_PATH } from '@app/contract/files/uploads';
import { FileStore } from '@tus/file-store';
import { type Locker, Server, Upload } from '@tus/server';
import type { Services } from '../../platform/domain/services.ts';
import { UPLOAD_ID, UPLOAD_RETENTION_MS, uploadsFolder } from './upload-files.ts';
import { createUploadLocks } from './upload-locks.ts';
import { deleteUpload, findAny } from './uploads.queries.ts';

/** Handles the protocol for a request that passed the guards. `createdId`: the upload that this request creates. */
export interface Tus {
  handleRequest(request: IncomingMessage, response: ServerResponse, createdId?: string): Promise<void>;
  /** Locks of uploads for writing, reading the offset and removing. */
  locker: Locker;
}

/**
 * The tus protocol: a library over files on this node's disk and rows in the database. Access is checked before. Chunks
 * are written by write-chunk.ts instead. The file's size determines the offset, so that an upload continues after a
 * crash.
 */
export function createTus({ db, config, log }: Services): Tus {
  const created = new WeakMap<IncomingMessage, string>();
  const datastore = new FileStore({
    directory: uploadsFolder(config),
    expirationPeriodInMilliseconds: UPLOAD_RETENTION_MS,
    configstore: {
      // The row is created before the file: a crash in between leaves a row whose id no client knows.
      set: async () => {},
      get: async (uid) => {
        const row = await findAny(db, uid);
        if (row === undefined) return undefined;
        const { bytes, name, purpose, touched_at } = row;
        const metadata = { filename: name, purpose };
        return new Upload({ id: uid, size: bytes, offset: 0, metadata, creation_date: touched_at.toISOString() });
      },
      delete: (uid) => deleteUpload(db, uid),
    },
  });
  datastore.extensions = ['creation', 'termination', 'expiration'];
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
    onUploadCreate: async (_request, { id }) => ({ metadata: (await datastore.configstore.get(id))?.metadata }),
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
