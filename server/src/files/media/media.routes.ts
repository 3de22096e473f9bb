import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import { identifyViewer } from '../../platform/http/bind.ts';
import type { Sessions } from '../../platform/http/viewer.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { createImageAccess, type ImageAccess, requirePublic } from './image-access.ts';
import { IMAGE_OBJECTS } from './image-objects.ts';
import { PRIVATE_FILE_CACHE, PUBLIC_FILE_CACHE, sendStoredFile } from './send-file.public.ts';

interface MediaServices {
  db: Db;
  storage: Storage;
  sessions: Sessions;
}

/**
 * Serves images at `/media/<key>` to those who see what shows them: an ad, a profile, a playlist or a track. Must be
 * registered before the site's catch-all route.
 */
export function registerMedia(app: FastifyInstance, services: MediaServices): void {
  const access = createImageAccess(services);
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    // A page with images makes dozens of requests, and each costs less than counting it.
    config: { rateLimit: false },
    handler: async (request, reply) => {
      const key = request.params['*'];
      const baseKey = IMAGE_OBJECTS.baseKeyFrom(key);
      if (baseKey === undefined) throw new Failure('not_found');
      const isPublic = await requireShown(services, access, baseKey, request);
      const disposition = {
        // Keys are derived from the content, so the content of an address never changes.
        etag: `"${key.slice(key.lastIndexOf('/') + 1)}"`,
        cacheControl: isPublic ? PUBLIC_FILE_CACHE : PRIVATE_FILE_CACHE,
      };
      return sendStoredFile(services.storage, key, disposition, request, reply);
    },
  });
}

/** Returns whether everybody may read the image. Only other images cost a look at the session. */
async function requireShown(
  services: MediaServices,
  access: ImageAccess,
  baseKey: string,
  request: FastifyRequest,
): Promise<boolean> {
  try {
    await requirePublic(access, baseKey);
    return true;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const viewer = await identifyViewer(services, request);
    if (viewer.userId === null) throw error;
    await access.require(baseKey, viewer);
    return false;
  }
}
