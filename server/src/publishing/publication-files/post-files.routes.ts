import { publicationsApi } from '@app/contract/publishing/publications';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../platform/failure.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { findRow, letGo, type Row } from './post-files.queries.ts';
import { receivePostFile } from './receive-post-file.ts';
import { createPostFileServer } from './serve-post-file.ts';
import { showPostFile } from './show-post-file.ts';

export function registerPostFiles(app: FastifyInstance, services: Services): void {
  bind(app, services, publicationsApi.uploadFile, async ({ viewer, body, files, idempotency }) => {
    const [file] = files.file ?? [];
    const id = await receivePostFile(services, viewer, { file, uploadId: body.upload_id, idempotency });
    return showPostFile(await requireSeen(services, viewer, id));
  });
  bind(app, services, publicationsApi.file, async ({ viewer, params }) =>
    showPostFile(await requireSeen(services, viewer, params.id)),
  );
  bind(app, services, publicationsApi.dropFile, async ({ viewer, params }) => {
    const dropped = await letGo(services.db)
      .where('id', '=', params.id)
      .where('owner_id', '=', viewer.userId)
      .where('state', '=', 'unclaimed')
      .executeTakeFirst();
    if (dropped.numUpdatedRows === 0n) throw new Failure('not_found');
    return { success: true as const };
  });
  const serve = createPostFileServer(services);
  app.route<{ Params: { uid: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/posts/:uid/:name',
    // As with public pictures: a feed is dozens of requests, a film hundreds.
    config: { rateLimit: false },
    handler: serve,
  });
}

async function requireSeen(services: Services, viewer: Viewer, id: number): Promise<Row> {
  const row = await findRow(services.db, id);
  if (row === undefined) throw new Failure('not_found');
  if (row.owner_id === viewer.userId) return row;
  if (row.publish_id === null || !(await services.seesPublication(viewer, row.publish_id)))
    throw new Failure('not_found');
  return row;
}
