import { publicationsApi } from '@app/contract/publishing/publications';
import type { FastifyInstance } from 'fastify';
import { mayView } from '../../platform/domain/may-view.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { presentPublicationFile } from './present-publication-file.ts';
import { type FileRow, findFile, releaseFiles } from './publication-files.queries.ts';
import { receivePublicationFile } from './receive-publication-file.ts';
import { createPublicationFileHandler } from './serve-publication-file.ts';

export function registerPublicationFiles(app: FastifyInstance, services: Services): void {
  bind(app, services, publicationsApi, {
    uploadFile: async ({ viewer, body, files, idempotency }) => {
      const [file] = files.file ?? [];
      const id = await receivePublicationFile(services, viewer, { file, uploadId: body.upload_id, idempotency });
      return presentPublicationFile(await requireViewable(services, viewer, id));
    },
    file: async ({ viewer, params }) => presentPublicationFile(await requireViewable(services, viewer, params.id)),
    removeFile: async ({ viewer, params }) => {
      const discarded = await releaseFiles(services.db)
        .where('id', '=', params.id)
        .where('owner_id', '=', viewer.userId)
        .where('state', '=', 'unclaimed')
        .executeTakeFirst();
      if (discarded.numUpdatedRows === 0n) throw new Failure('not_found');
      return { success: true as const };
    },
  });
  const serve = createPublicationFileHandler(services);
  app.route<{ Params: { uid: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/posts/:uid/:name',
    // Not limited, like public images: a feed causes dozens of requests, a video hundreds.
    config: { rateLimit: false },
    handler: serve,
  });
}

async function requireViewable(services: Services, viewer: Viewer, id: number): Promise<FileRow> {
  const row = requireFound(await findFile(services.db, id));
  if (row.owner_id === viewer.userId) return row;
  if (row.publish_id === null || !(await mayView(services, viewer, 'publication', row.publish_id)))
    throw new Failure('not_found');
  return row;
}
