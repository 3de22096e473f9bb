import type { FastifyInstance } from 'fastify';
import { Failure } from '../../platform/failure.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { isPrivateKey } from '../../platform/storage/storage-key.ts';
import { sendStoredFile } from './send-file.public.ts';

/** Keys are derived from the content, so responses never change. */
const FOREVER = 'public, max-age=31536000, immutable';

/** Serves stored files at `/media/<key>`. Must be registered before the site's catch-all route. */
export function registerMedia(app: FastifyInstance, { storage }: { storage: Storage }): void {
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    // A page with images makes dozens of requests, and each costs less than counting it.
    config: { rateLimit: false },
    handler: (request, reply) => {
      const key = request.params['*'];
      if (isPrivateKey(key)) throw new Failure('not_found');
      const etag = `"${key.slice(key.lastIndexOf('/') + 1)}"`;
      return sendStoredFile(storage, key, { etag, cacheControl: FOREVER }, request, reply);
    },
  });
}
