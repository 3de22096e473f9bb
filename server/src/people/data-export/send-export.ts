import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { identifyViewer } from '../../platform/http/bind.ts';
import { FILE_POLICY } from '../../platform/http/security-headers.ts';
import { parseByteRange } from '../../platform/storage/byte-range.ts';
import { requireReauthentication } from '../auth/reauthentication.public.ts';
import { hashLinkToken } from '../auth/tokens.public.ts';
import { type ExportRow, findExport } from './exports.queries.ts';
import { isExpired } from './present-export.ts';

/**
 * Sends an archive to its owner: by the emailed link, which fails in another user's session, or in the owner's session
 * after re-authentication. Fails with not_found for everybody else.
 */
export async function sendExport(
  services: Services,
  request: FastifyRequest<{ Params: { id: string }; Querystring: { token?: unknown } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, storage, clock } = services;
  const viewer = await identifyViewer(services, request);
  const { userId, sessionId } = viewer;
  const id = /^[1-9]\d{0,14}$/.test(request.params.id) ? Number(request.params.id) : 0;
  const row = await findExport(db, id);
  const isOwn = row !== undefined && userId === row.user_id;
  const isByLink = row !== undefined && (isOwn || userId === null) && matchesLink(row, request.query.token);
  if (row === undefined || !(isOwn || isByLink)) {
    throw new Failure(userId === null && request.query.token === undefined ? 'unauthorized' : 'not_found');
  }
  if (isExpired(row, clock())) throw new Failure('gone');
  if (row.storage_key === null || row.ready_at === null) throw new Failure('not_found');
  // An open browser alone must not give access to all data, so re-authentication is required.
  if (!isByLink && userId !== null && sessionId !== null)
    await requireReauthentication(services, { ...viewer, userId, sessionId });

  const whole = requireFound(await storage.stat(row.storage_key), 'gone');
  const etag = `"export-${row.id}"`;
  const { range: rangeHeader, 'if-range': onlyIf } = request.headers;
  const range = onlyIf === undefined || onlyIf === etag ? parseByteRange(rangeHeader, whole.size) : undefined;
  setFileHeaders(reply, etag, row.ready_at);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${whole.size}`).send();
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${whole.size}`);
  reply.header('content-length', range ? range.end - range.start + 1 : whole.size);
  if (request.method === 'HEAD') return reply.send();

  const found = requireFound(await storage.open(row.storage_key, range), 'gone');
  return reply.send(found.stream);
}

function matchesLink({ link_hash }: ExportRow, token: unknown): boolean {
  return typeof token === 'string' && link_hash !== null && timingSafeEqual(hashLinkToken(token), link_hash);
}

/** A private file: not cacheable by proxies, and never rendered as a page of the site. */
function setFileHeaders(reply: FastifyReply, etag: string, readyAt: Date): void {
  reply
    .header('content-type', 'application/zip')
    .header('content-disposition', `attachment; filename="okolo-${readyAt.toISOString().slice(0, 10)}.zip"`)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('etag', etag)
    .header('accept-ranges', 'bytes')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', FILE_POLICY);
}
