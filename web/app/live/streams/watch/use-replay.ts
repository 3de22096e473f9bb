import type { ReplayedMessage } from '@app/contract/live/streams';
import { useEffect, useRef, useState } from 'react';
import { STREAM_REPLAY_PAGE_SIZE, streamsApi } from '#contract/live/streams';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { nextReplayLoad, type ReplayPart, withNewer, withOlder, withoutMessage } from './replay-state.ts';

const AROUND_SIZE = 50;

interface Replay {
  part: ReplayPart | null;
  failure: string | null;
  loadOlder: () => void;
  retry: () => void;
  remove: (id: number) => void;
}

/** Loads a recorded chat around the video position, and more as the video continues. */
export function useReplay(streamId: number, nowMs: number): Replay {
  const [part, setPart] = useState<ReplayPart | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isAsking = useRef(false);
  const wanted = failure === null ? nextReplayLoad(part, nowMs) : null;

  async function loadPage(query: object): Promise<ReplayedMessage[]> {
    return (await call(streamsApi.replay, { params: { id: streamId }, query, isQuiet: true })).list;
  }

  /** One request at a time; the next need is determined after the response. */
  async function load(work: () => Promise<ReplayPart>): Promise<void> {
    if (isAsking.current) return;
    isAsking.current = true;
    try {
      setPart(await work());
    } catch (error) {
      if (!isApiError(error)) throw error;
      setFailure(error.body.message);
    } finally {
      isAsking.current = false;
    }
  }

  const around = async (): Promise<ReplayPart> => {
    const messages = await loadPage({ until_ms: nowMs, size: AROUND_SIZE });
    return { messages, hasOlder: messages.length === AROUND_SIZE, hasNewer: true, untilMs: nowMs };
  };
  const newer = async (known: ReplayPart): Promise<ReplayPart> => {
    const last = known.messages.at(-1);
    const list = await loadPage(last === undefined ? {} : { after_id: last.id });
    return withNewer(known, list, STREAM_REPLAY_PAGE_SIZE);
  };

  const latest = useRef({ around, newer, part });
  latest.current = { around, newer, part };
  // Also runs after each response, because the viewer may have moved in between.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a part that came in is a reason to ask on
  useEffect(() => {
    const known = latest.current;
    if (wanted === 'around') void load(known.around);
    else if (wanted === 'newer' && known.part !== null) {
      const before = known.part;
      void load(() => known.newer(before));
    }
  }, [wanted, part]);

  return {
    part,
    failure,
    loadOlder() {
      const first = part?.messages[0];
      if (part === null || !part.hasOlder || first === undefined) return;
      void load(async () => withOlder(part, await loadPage({ before_id: first.id, size: AROUND_SIZE }), AROUND_SIZE));
    },
    retry: () => setFailure(null),
    remove: (id) => setPart((current) => current && withoutMessage(current, id)),
  };
}
