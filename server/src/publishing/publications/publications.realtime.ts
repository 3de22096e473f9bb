import { CLOSE_CODES } from '@app/contract/platform/socket';
import { type PublicationEvent, publicationSocket } from '@app/contract/publishing/publication-live';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { isBlockBetween, visibleToReader } from '../../people/relationships/relationships.public.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { createRooms } from '../../platform/live/rooms.ts';
import type { LiveSocket } from '../../platform/live/socket-connection.ts';
import { registerSocketRoute } from '../../platform/live/socket-route.ts';
import { type ReaderEvent, readerTopic } from './publish-reader-event.ts';

/** Sends events of a publication to users who have it open and may still see it. */
export function registerPublicationSocket(app: FastifyInstance, services: Services): void {
  const { db, live, log } = services;
  /** Events that arrive while a room is being served; they are sent together in the next round. */
  const pending = new WeakMap<ReadonlySet<LiveSocket>, ReaderEvent[]>();

  async function tell(id: number, sockets: ReadonlySet<LiveSocket>, event: ReaderEvent): Promise<void> {
    const before = pending.get(sockets);
    if (before !== undefined) {
      if (!(event.type === 'likes' && before.some(({ type }) => type === 'likes'))) before.push(event);
      return;
    }
    try {
      for (let round = [event]; round.length > 0; round = pending.get(sockets) ?? []) {
        pending.set(sockets, []);
        await sendRound(db, id, sockets, round);
      }
    } finally {
      pending.delete(sockets);
    }
  }

  const rooms = createRooms({
    live,
    topicOf: readerTopic,
    onEvent: (id, sockets, event) => tell(id, sockets, event as ReaderEvent),
    onFailed: ({ message }) => log.warn({ reason: message }, 'an event of a publication was not sent'),
  });

  registerSocketRoute(app, services, publicationSocket, {
    access: async ({ userId }, { publish_id }) => (await findReaders(db, publish_id, [userId], [])).has(userId),
    messages: {},
    async open(socket, { publish_id }) {
      const leave = await rooms.enter(publish_id, socket);
      // The viewer lost access between the upgrade and joining the room.
      const { userId } = socket.viewer;
      if (!(await findReaders(db, publish_id, [userId], [])).has(userId)) closeForbidden(socket);
      return leave;
    },
  });
}

const closeForbidden = (socket: LiveSocket): void => socket.close(CLOSE_CODES.forbidden, 'not for this reader');

/** Permissions are queried again for each round: the audience, blocks or the reader's status may have changed. */
async function sendRound(
  db: Db,
  id: number,
  sockets: ReadonlySet<LiveSocket>,
  events: readonly ReaderEvent[],
): Promise<void> {
  const readerIds = [...new Set([...sockets].map(({ viewer }) => viewer.userId))];
  const writerIds = [...new Set(events.flatMap((event) => ('by' in event ? [event.by] : [])))];
  const readers = await findReaders(db, id, readerIds, writerIds);
  for (const socket of sockets) {
    const reader = readers.get(socket.viewer.userId);
    if (reader === undefined) closeForbidden(socket);
    else for (const event of events) for (const message of presentEvent(event, reader, socket)) socket.send(message);
  }
}

function presentEvent(event: ReaderEvent, reader: ReaderAccess, { viewer }: LiveSocket): PublicationEvent[] {
  if (event.type === 'standing') return [];
  if (event.type === 'likes') return [{ type: 'likes', count: reader.like_count }];
  const mayViewAll = viewer.isStaff || viewer.userId === reader.author_id;
  const isVisible = mayViewAll || !reader.shut_off.includes(event.by);
  const { by: _, ...told } = event;
  if (told.type === 'comment_likes') return isVisible ? [told] : [];
  const count = reader.comments_count;
  return [isVisible ? { ...told, count } : { type: 'comments', count }];
}

interface ReaderAccess {
  id: number;
  author_id: number;
  like_count: number;
  comments_count: number;
  shut_off: number[];
}

async function findReaders(
  db: Db,
  publishId: number,
  readerIds: readonly number[],
  writerIds: readonly number[],
): Promise<Map<number, ReaderAccess>> {
  const { rows } = await sql<ReaderAccess & { shut_off: (number | string)[] }>`
    select reader.id, p.user_id as author_id, p.like_count, p.comments_count, array(
      select writer.id from unnest(${[...writerIds]}::bigint[]) writer (id)
      where writer.id <> reader.id and ${isBlockBetween(sql`writer.id`, sql`reader.id`)}) as shut_off
    from publications p cross join users reader
    where p.id = ${publishId} and p.is_public and reader.id = any(${[...readerIds]}::bigint[])
      and reader.status = 'active' and reader.deleted_at is null
      and ${visibleToReader(sql`reader.id`, sql`p.user_id`, sql`p.audience`)}`.execute(db);
  // The driver returns bigint array elements as text.
  return new Map(rows.map((row) => [row.id, { ...row, shut_off: row.shut_off.map(Number) }]));
}
