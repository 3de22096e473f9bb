import { mkdir } from 'node:fs/promises';
import { UPLOADS_MAX, UPLOADS_PATH, uploadsApi } from '@app/contract/files/uploads';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { bind, identifyViewer } from '../../platform/http/bind.ts';
import {
  parseCredential,
  refuseCrossSite,
  requireAccess,
  requireCsrfToken,
  requireSameViewer,
} from '../../platform/http/guards.ts';
import { isSignedIn, type SignedInViewer } from '../../platform/http/viewer.ts';
import { createUpload } from './create-upload.ts';
import { sweepUploadFiles } from './sweep-upload-files.ts';
import { createTus } from './tus.ts';
import { liveSince, UPLOAD_ID, UPLOAD_RETENTION_MS, uploadsFolder } from './upload-files.ts';
import { findOwn, listOwn, touchUpload, type UploadRow } from './uploads.queries.ts';
import { writeBody } from './write-body.ts';

type ById = FastifyRequest<{ Params: { id: string } }>;

const SWEEP_EVERY_MS = 3_600_000;

export async function registerUploads(app: FastifyInstance, services: Services): Promise<void> {
  const { config, clock, db, log } = services;
  await mkdir(uploadsFolder(config), { recursive: true, mode: 0o700 });
  // Each node sweeps its own disk; the job that deletes the rows may run on another node.
  const sweep = (): void => {
    sweepUploadFiles(services).catch((error) => log.error({ err: error }, 'sweeping uploads failed'));
  };
  const timer = setInterval(sweep, SWEEP_EVERY_MS).unref();
  app.addHook('onListen', async () => sweep());
  app.addHook('onClose', async () => clearInterval(timer));

  bind(app, services, uploadsApi, {
    list: async ({ viewer }) => {
      const rows = await listOwn(db, viewer.userId, liveSince(clock), UPLOADS_MAX);
      return { list: rows.map(presentUpload) };
    },
  });

  const tus = createTus(services);
  const forwardToTus = async (request: FastifyRequest, reply: FastifyReply, createdId?: string): Promise<void> => {
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    reply.raw.setHeader('cache-control', 'no-store');
    reply.hijack();
    await tus.handleRequest(request.raw, reply.raw, createdId);
  };

  app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', (_request, _payload, done) => done(null));

    routes.options(UPLOADS_PATH, (request, reply) => forwardToTus(request, reply));
    routes.post(UPLOADS_PATH, async (request, reply) => {
      const viewer = await authorize(services, request, true);
      const isSpoken = request.headers['tus-resumable'] === '1.0.0';
      await forwardToTus(
        request,
        reply,
        isSpoken ? await createUpload(services, viewer.userId, request.headers) : undefined,
      );
    });
    routes.route({
      method: ['HEAD', 'DELETE'],
      url: `${UPLOADS_PATH}/:id`,
      handler: async (request: ById, reply) => {
        const viewer = await authorize(services, request, request.method !== 'HEAD');
        await requireOwn(services, viewer, request.params.id);
        await forwardToTus(request, reply);
      },
    });
    routes.patch(`${UPLOADS_PATH}/:id`, async (request: ById, reply) => {
      const viewer = await authorize(services, request, true);
      const { uid } = await requireOwn(services, viewer, request.params.id);
      if (request.headers['tus-resumable'] !== '1.0.0') throw new Failure('invalid_input');
      const now = clock();
      await touchUpload(db, uid, now);
      const received = await writeBody(services, request.raw, tus.locker, uid);
      return reply
        .code(204)
        .header('tus-resumable', '1.0.0')
        .header('upload-offset', received)
        .header('upload-expires', new Date(now.getTime() + UPLOAD_RETENTION_MS).toUTCString())
        .header('cache-control', 'no-store')
        .send();
    });
  });
}

async function authorize(services: Services, request: FastifyRequest, isWrite: boolean): Promise<SignedInViewer> {
  const viewer = await identifyViewer(services, request);
  if (isWrite) {
    refuseCrossSite(request, services.config.publicUrl);
    if (viewer.userId !== null && parseCredential(request)?.via === 'cookie') requireCsrfToken(request);
    requireSameViewer(request, viewer.userId);
  }
  requireAccess({ access: 'user' }, viewer);
  if (isWrite && viewer.isFrozen) throw new Failure('frozen');
  if (!isSignedIn(viewer)) throw new Failure('unauthorized');
  return viewer;
}

async function requireOwn({ db, clock }: Services, { userId }: SignedInViewer, id: string): Promise<UploadRow> {
  const row = UPLOAD_ID.test(id) ? await findOwn(db, id, userId, liveSince(clock)) : undefined;
  if (row === undefined) throw new Failure('upload_not_found');
  return row;
}

function presentUpload({ uid, purpose, name, bytes, received, touched_at }: UploadRow) {
  const expires = new Date(touched_at.getTime() + UPLOAD_RETENTION_MS).toISOString();
  return { upload_id: uid, purpose, name, bytes, received, expires };
}
