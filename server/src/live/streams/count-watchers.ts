import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { isGuest } from '../../platform/live/guests.ts';
import type { LiveSocket } from '../../platform/live/socket-connection.ts';
import type { StreamRow } from './streams.queries.ts';
import { watcherTopic } from './watcher-events.ts';

/** Joins and leaves within this many milliseconds are written together. */
const WRITE_MS = 500;
const RENEW_MS = 10_000;
/** Counts of a node that stopped reporting expire after this time. */
const LEASE_SECONDS = 30;

interface WatchedStream {
  sockets: Set<LiveSocket>;
  publishedCount: number | undefined;
  timer: NodeJS.Timeout | undefined;
}

export interface Watchers {
  /** Counts the socket as watching until the returned function is called. The owner is not counted. */
  enter(stream: Pick<StreamRow, 'id' | 'userId'>, socket: LiveSocket): () => void;
  setPublishedCount(streamId: number, count: number): void;
  close(): Promise<void>;
}

/** Counts the watchers on this node and publishes one number per stream, without user ids. */
export function createWatchers({ db, live, log }: Services, node: string): Watchers {
  const watched = new Map<number, WatchedStream>();
  const renewal = setInterval(() => {
    for (const id of watched.keys()) writeSoon(id);
  }, RENEW_MS).unref();

  function writeSoon(id: number): void {
    const mine = watched.get(id);
    if (mine === undefined || mine.timer !== undefined) return;
    mine.timer = setTimeout(() => {
      mine.timer = undefined;
      write(id, mine).catch((error: unknown) =>
        log.warn({ reason: error instanceof Error ? error.message : error }, 'watchers were not stored'),
      );
    }, WRITE_MS).unref();
  }

  async function write(id: number, mine: WatchedStream): Promise<void> {
    const count = countOf(mine.sockets);
    if (count === 0) {
      await sql`delete from stream_watchers where stream_id = ${id} and node = ${node}`.execute(db);
      if (mine.sockets.size === 0) watched.delete(id);
    } else {
      await sql`
        insert into stream_watchers (stream_id, node, count, expires_at)
        select s.id, ${node}, ${count}, now() + make_interval(secs => ${LEASE_SECONDS}) from streams s
        where s.id = ${id} and s.state <> 'ended'
        on conflict (stream_id, node) do update set count = excluded.count, expires_at = excluded.expires_at`.execute(
        db,
      );
    }
    const sum = await countViewers(db, id);
    if (sum === mine.publishedCount) return;
    mine.publishedCount = sum;
    await sql`update streams set viewers_max = ${sum} where id = ${id} and viewers_max < ${sum}`.execute(db);
    live.publish(watcherTopic(id), { type: 'viewers', count: sum });
  }

  return {
    enter({ id, userId }, socket) {
      if (socket.viewer.userId === userId) return () => {};
      const mine: WatchedStream = watched.get(id) ?? {
        sockets: new Set(),
        publishedCount: undefined,
        timer: undefined,
      };
      watched.set(id, mine);
      mine.sockets.add(socket);
      writeSoon(id);
      return () => {
        mine.sockets.delete(socket);
        writeSoon(id);
      };
    },
    setPublishedCount(id, count) {
      const mine = watched.get(id);
      if (mine !== undefined) mine.publishedCount = count;
    },
    async close() {
      clearInterval(renewal);
      for (const { timer } of watched.values()) clearTimeout(timer);
      watched.clear();
      await sql`delete from stream_watchers where node = ${node}`.execute(db).catch(() => {});
    },
  };
}

export async function countViewers(db: Db, streamId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::int as count from stream_watchers
    where stream_id = ${streamId} and expires_at > now()`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A user with several pages counts once; each guest counts once. */
function countOf(sockets: ReadonlySet<LiveSocket>): number {
  const people = new Set<number>();
  for (const { viewer } of sockets) people.add(isGuest(viewer) ? viewer.sessionId : viewer.userId);
  return people.size;
}
