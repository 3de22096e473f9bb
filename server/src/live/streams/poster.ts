import { randomUUID } from 'node:crypto';
import { STREAM_POSTER_SECONDS } from '@app/contract/live/streams';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { PRIVATE_FILE_CACHE, sendStoredFile } from '../../files/media/send-file.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { identifyViewer } from '../../platform/http/bind.ts';
import type { QuarantinedFile } from '../../platform/http/uploads.ts';
import { findVisibleStream } from './streams.queries.ts';

/** `/media` never serves this folder. */
export const POSTERS_PREFIX = 'private/streams/posters/';

export const posterKey = (uid: string): string => `${POSTERS_PREFIX}${uid}.webp`;

export const posterUrl = (streamId: number, uid: string): string => `/media/streams/${streamId}/poster/${uid}.webp`;

const WIDTH = 800;
const NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$/;

export async function setPoster(
  { db, media, storage }: Services,
  streamId: number,
  file: QuarantinedFile,
): Promise<string | null> {
  const row = await db
    .selectFrom('streams')
    .select(['poster', sql<boolean>`poster_at > now() - make_interval(secs => ${STREAM_POSTER_SECONDS})`.as('is_new')])
    .where('id', '=', streamId)
    .executeTakeFirst();
  if (row === undefined || row.is_new) return row?.poster ?? null;
  const picture = await media.encodeImage(file, 'photo');
  try {
    const variant = picture.variants.findLast(({ width }) => width <= WIDTH) ?? picture.variants[0];
    if (variant === undefined) throw new Failure('unprocessable_image');
    const uid = randomUUID();
    await storage.put(posterKey(uid), variant.path, 'image/webp');
    const { rows } = await sql<{ before: string | null }>`
      with held as (select id, poster from streams where id = ${streamId} for no key update)
      update streams s set poster = ${uid}, poster_at = now() from held
      where s.id = held.id and s.poster is not distinct from ${row.poster}::uuid returning held.poster as before`.execute(
      db,
    );
    const [changed] = rows;
    if (changed === undefined) await storage.remove(posterKey(uid));
    else if (changed.before !== null) await storage.remove(posterKey(changed.before));
    return changed === undefined ? row.poster : uid;
  } finally {
    await picture.discard();
  }
}

/**
 * Serves the latest poster to users who may view the stream; the name in the path may be an earlier one, from a page
 * that has been open for long.
 */
export function registerPosters(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { id: string; name: string } }>('/media/streams/:id/poster/:name', async (request, reply) => {
    const id = Number(request.params.id);
    if (!Number.isSafeInteger(id) || !NAME.test(request.params.name)) throw new Failure('not_found');
    const stream = await findVisibleStream(services.db, await identifyViewer(services, request), id);
    if (!stream?.poster) throw new Failure('not_found');
    const presentation = { etag: `"${stream.poster}"`, cacheControl: PRIVATE_FILE_CACHE, contentType: 'image/webp' };
    return sendStoredFile(services.storage, posterKey(stream.poster), presentation, request, reply);
  });
}
