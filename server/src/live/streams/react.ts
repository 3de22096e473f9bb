import type { StreamReaction, StreamReactions } from '@app/contract/live/streams';
import { sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import { findReactions } from './present-streams.ts';
import { watcherTopic } from './watcher-events.ts';

/** Milliseconds in which reactions are collected, so that a thousand taps cause few writes. */
const FLUSH_MS = 400;

export interface Reactions {
  /** Adds taps and returns the totals as this node knows them. */
  add(streamId: number, kind: StreamReaction, count: number): Promise<StreamReactions>;
  close(): Promise<void>;
}

export function createReactions({ db, live, log }: Services): Reactions {
  let waiting = new Map<number, Map<StreamReaction, number>>();
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();

  function flushSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      flushing = flush();
    }, FLUSH_MS).unref();
  }

  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = new Map();
    for (const [streamId, counts] of batch) {
      try {
        await write(streamId, counts);
        live.publish(watcherTopic(streamId), { type: 'reactions', counts: await findReactions(db, streamId) });
      } catch (error) {
        log.warn({ reason: error instanceof Error ? error.message : error }, 'reactions were not written');
      }
    }
  }

  async function write(streamId: number, counts: ReadonlyMap<StreamReaction, number>): Promise<void> {
    await sql`
      insert into stream_reactions as r (stream_id, kind, count)
      select s.id, given.kind, given.count
      from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::bigint[]) as given (kind, count)
      join streams s on s.id = ${streamId} and s.state <> 'ended' order by given.kind
      on conflict (stream_id, kind) do update set count = r.count + excluded.count`.execute(db);
  }

  return {
    async add(streamId, kind, count) {
      const mine = waiting.get(streamId) ?? new Map<StreamReaction, number>();
      waiting.set(streamId, mine.set(kind, (mine.get(kind) ?? 0) + count));
      flushSoon();
      const sum = await findReactions(db, streamId);
      for (const [one, more] of waiting.get(streamId) ?? []) sum[one] += more;
      return sum;
    },
    async close() {
      clearTimeout(timer);
      await flushing;
      await flush();
    },
  };
}
