import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { CHAT_EXPORTS_PER_HOUR, type Message } from '@app/contract/messaging/chat';
import { id } from '@app/contract/platform/fields';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { type ArchiveEntry, openArchive } from '../../../people/data-export/stream-archive.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import { findTimeZone } from '../../../platform/find-time-zone.ts';
import { identifyViewer } from '../../../platform/http/bind.ts';
import { parseCredential, requireAccess } from '../../../platform/http/guards.ts';
import { FILE_POLICY } from '../../../platform/http/security-headers.ts';
import { isSignedIn, type SignedInViewer } from '../../../platform/http/viewer.ts';
import { texts } from '../../../platform/texts.ts';
import { listFilesOfChat } from '../../chat-files/export-chat-files.public.ts';
import { presentMessages } from '../messages/present-messages.ts';
import { chatPageEnd, chatPageMessages, chatPageStart } from './export-chat-page.ts';

const HOUR_MS = 3_600_000;
const PAGE = 500;

export function registerChatExport(app: FastifyInstance, services: Services): void {
  app.downloads.push({
    paths: ['/api/chat/{id}/export'],
    types: ['application/zip'],
    access: 'user',
    summary: 'A dialog of one’s own with its files, as an archive.',
    params: z.object({ id }),
    errors: ['not_found'],
  });
  app.route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/api/chat/:id/export',
    exposeHeadRoute: false,
    config: {
      rateLimit: { max: CHAT_EXPORTS_PER_HOUR, timeWindow: HOUR_MS, groupId: 'chat-export', keyGenerator: sessionKey },
    },
    handler: (request, reply) => sendChat(services, request, reply),
  });
}

/** Rate limit key: a hash, so that no session token is stored. */
function sessionKey(request: FastifyRequest): string {
  const token = parseCredential(request)?.token ?? request.ip;
  return createHash('sha256').update(token).digest('base64url');
}

async function sendChat(
  services: Services,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const viewer = await identifyViewer(services, request);
  requireAccess({ access: 'user' }, viewer);
  if (!isSignedIn(viewer)) throw new Failure('unauthorized');
  const otherId = /^[1-9]\d{0,14}$/.test(request.params.id) ? Number(request.params.id) : 0;
  const chat = await findChatExport(services, viewer.userId, otherId);
  const day = services.clock().toISOString().slice(0, 10);
  return reply
    .header('content-type', 'application/zip')
    .header('content-disposition', `attachment; filename="okolo-chat-${otherId}-${day}.zip"`)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', FILE_POLICY)
    .send(openArchive(listEntries(services, viewer, chat)));
}

interface ChatExport {
  chatId: number;
  lastSeq: number;
  clearedSeq: number;
  count: number;
  name: string;
}

async function findChatExport({ db }: Services, userId: number, otherId: number): Promise<ChatExport> {
  const { rows } = await sql<ChatExport>`
    select c.id as "chatId", c.last_seq as "lastSeq", me.cleared_seq as "clearedSeq", me.shown_count as count,
      coalesce(trim(u.firstname || ' ' || u.lastname), '') as name
    from chat_members me join chats c on c.id = me.chat_id
    left join users u on u.id = me.other_id and u.status = 'active' and u.deleted_at is null
    where me.user_id = ${userId} and me.other_id = ${otherId} and me.shown_count > 0`.execute(db);
  const [chat] = rows;
  if (chat === undefined) throw new Failure('not_found');
  return chat;
}

async function* listEntries(
  services: Services,
  viewer: SignedInViewer,
  chat: ChatExport,
): AsyncGenerator<ArchiveEntry> {
  const changedAt = services.clock();
  const file = (name: string, parts: () => AsyncIterable<string>): ArchiveEntry => ({
    name,
    changedAt,
    isCompressed: true,
    open: async () => Readable.from(inBytes(parts())),
  });
  yield file('index.html', () => writePage(services, viewer, chat, changedAt));
  yield file('messages.json', () => writeJson(services, viewer, chat));
  for await (const messages of loadMessagePages(services, viewer, chat)) {
    const ids = messages.flatMap(({ id, attachments }) => (attachments.length > 0 ? [id] : []));
    if (ids.length === 0) continue;
    for (const { name, createdAt, open } of await listFilesOfChat(services, ids, viewer.userId)) {
      yield { name, changedAt: createdAt, isCompressed: false, open };
    }
  }
}

/** Oldest first, one page at a time, as the viewer may see the messages now. */
async function* loadMessagePages(
  services: Services,
  viewer: SignedInViewer,
  { chatId, lastSeq, clearedSeq }: ChatExport,
): AsyncGenerator<Message[]> {
  for (let after = clearedSeq; ; ) {
    const { rows } = await sql<{ id: number; seq: number }>`
      select id, seq from messages
      where chat_id = ${chatId} and seq > ${after} and seq <= ${lastSeq} and deleted_at is null
      order by seq limit ${PAGE}`.execute(services.db);
    const ids = rows.map(({ id }) => id);
    const messages = await presentMessages(services, viewer, ids);
    yield ids.flatMap((id) => [messages.get(id)].filter((message) => message !== undefined));
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.seq ?? lastSeq;
  }
}

async function* writePage(services: Services, viewer: SignedInViewer, chat: ChatExport, now: Date) {
  const name = chat.name || texts.t(viewer.lang, 'dialogs.gone.user');
  const timeZone = await findTimeZone(services.db, viewer.userId);
  yield chatPageStart(texts, viewer.lang, { name, count: chat.count, now, timeZone });
  let day = '';
  for await (const messages of loadMessagePages(services, viewer, chat)) {
    const part = chatPageMessages(texts, viewer.lang, messages, { day, timeZone });
    day = part.day;
    yield part.html;
  }
  yield chatPageEnd();
}

async function* writeJson(services: Services, viewer: SignedInViewer, chat: ChatExport) {
  let before = '[';
  for await (const messages of loadMessagePages(services, viewer, chat)) {
    let part = '';
    for (const message of messages) {
      part += `${before}\n${JSON.stringify(message)}`;
      before = ',';
    }
    yield part;
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

async function* inBytes(parts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of parts) if (part !== '') yield Buffer.from(part);
}
