import type { FastifyInstance } from 'fastify';
import { Failure } from '../../platform/failure.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { isPrivateKey } from '../../platform/storage/storage-key.ts';
import { sendStoredFile } from './send-file.public.ts';

/** A key names its content, so what it stands for never changes. */
const FOREVER = 'public, max-age=31536000, immutable';

/** Serve stored files at `/media/<key>`. To be registered before anything that answers unknown paths with a page. */
export function registerMedia(app: FastifyInstance, { storage }: { storage: Storage }): void {
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    // A page of pictures is dozens of requests, and each costs less than counting it.
    config: { rateLimit: false },
    handler: (request, reply) => {
      const key = request.params['*'];
      if (isPrivateKey(key)) throw new Failure('not_found');
      const etag = `"${key.slice(key.lastIndexOf('/') + 1)}"`;
      return sendStoredFile(storage, key, { etag, cacheControl: FOREVER }, request, reply);
    },
  });
}
