import type { IncomingMessage, ServerResponse } from 'node:http';
import { UPLOAD_MAX_BYTES, UPLOADS_PATH } from '@app/contract/files/uploads';
import { FileStore } from '@tus/file-store';
import { type Locker, Server, Upload } from '@tus/server';
import type { Services } from '../../platform/services.ts';
import { UPLOAD_ID, UPLOAD_RETENTION_MS, uploadsFolder } from './upload-files.ts';
import { createUploadLocks } from './upload-locks.ts';
import { deleteUpload, findAny } from './uploads.queries.ts';

/** Speaks the protocol with one request that has passed the door. `createdId`: the upload that this request makes. */
export interface Tus {
  handleRequest(request: IncomingMessage, response: ServerResponse, createdId?: string): Promise<void>;
  /** Of what writes, looks or removes at one upload. */
  locker: Locker;
}

/**
 * The protocol itself: a library over files on this node's disk, under rows of ours. Whoever may ask, and for what, was decided before.
 * The parts themselves do not come this way: see write-part.ts. The file is the truth about what came: a node that is killed goes on where its file ends.
 */
export function createTus({ db, config, log }: Services): Tus {
  const created = new WeakMap<IncomingMessage, string>();
  const datastore = new FileStore({
    directory: uploadsFolder(config),
    expirationPeriodInMilliseconds: UPLOAD_RETENTION_MS,
    configstore: {
      // The row is there before the file: a crash in between leaves a row that nobody was told of.
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
    // No word of a client names the host.
    relativeLocation: true,
    respectForwardedHeaders: false,
    // To no other origin.
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
