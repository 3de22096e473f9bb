import type { FastifyInstance } from 'fastify';
import type { Services } from '../platform/domain/services.ts';
import { Failure } from '../platform/failure.ts';
import { IMMUTABLE } from '../platform/http/send-compressed.ts';
import { readLogoFile } from '../platform/site-settings/logo-files.public.ts';

/** Serves the files of an uploaded logo. Their address names the content, which never changes. */
export function registerLogoFiles(app: FastifyInstance, { db }: Services): void {
  app.get<{ Params: { logo: string; file: string } }>(
    '/site-logo/:logo/:file.png',
    { config: { isStatic: true } },
    async ({ params: { logo, file } }, reply) => {
      const bytes = await readLogoFile(db, logo, file);
      if (bytes === undefined) throw new Failure('not_found');
      return (
        reply
          .type('image/png')
          .header('cache-control', IMMUTABLE)
          // Pages of other sites show it in the previews of links to ours.
          .header('cross-origin-resource-policy', 'cross-origin')
          .send(bytes)
      );
    },
  );
}
