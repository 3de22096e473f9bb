import type { Stream, StreamEvent, StreamMessage } from '@app/contract/live/streams';
import { useEffect, useRef, useState } from 'react';
import { STREAM_CHAT_PAGE_MAX, streamsApi } from '#contract/live/streams';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { subscribe } from '../../platform/live/live.ts';
import {
  addMessages,
  addOlder,
  applyStreamEvent,
  createStreamState,
  removeMessage,
  type StreamState,
} from './stream-state.ts';

type ChatPage = Parameters<typeof createStreamState>[1];

interface UseStreamOptions {
  loaded: Stream;
  chat: ChatPage;
  viewerId: number | undefined;
  /** The stream ended, or the viewer may not see it any more. */
  onEnded: () => void;
}

interface LiveStream extends StreamState {
  failure: string | null;
  isLoading: boolean;
  loadOlder: () => Promise<void>;
  /** Merges the response of the viewer's own request. */
  updateStream: (stream: Partial<Stream>) => void;
  addMessage: (message: StreamMessage) => void;
  removeMessage: (id: number) => void;
}

export function useStream({ loaded, chat, viewerId, onEnded }: UseStreamOptions): LiveStream {
  const [state, setState] = useState(() => createStreamState(loaded, chat));
  const [failure, setFailure] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  const id = loaded.stream_id;
  const latest = useRef({ state, onOver: onEnded });
  latest.current = { state, onOver: onEnded };
  const hasEnded = state.stream.state === 'ended';

  // When the route reloads, chat messages received in between are kept.
  const [shownOf, setShownOf] = useState(loaded);
  if (shownOf !== loaded) {
    setShownOf(loaded);
    setState((before) => ({ ...addMessages(before, chat.list), stream: loaded }));
  }

  useEffect(() => {
    const reload = async (): Promise<void> => {
      try {
        const newest = latest.current.state.messages.at(-1)?.id;
        const [{ stream }, missed] = await Promise.all([
          call(streamsApi.get, { body: { stream_id: id }, isQuiet: true }),
          call(streamsApi.chat, {
            params: { id },
            query: { size: STREAM_CHAT_PAGE_MAX, ...(newest !== undefined && { after_id: newest }) },
            isQuiet: true,
          }),
        ]);
        setState((before) => ({ ...addMessages(before, missed.list), stream: stream ?? before.stream }));
        if (stream === null) latest.current.onOver();
      } catch (error) {
        if (!isApiError(error)) throw error;
        if (error.status === 404) latest.current.onOver();
      }
    };
    return subscribe(
      `/ws/streams/${id}/`,
      (event) => setState((before) => applyStreamEvent(before, event as StreamEvent, viewerId)),
      () => void reload(),
    );
  }, [id, viewerId]);

  useEffect(() => {
    if (hasEnded) latest.current.onOver();
  }, [hasEnded]);

  return {
    ...state,
    failure,
    isLoading,
    async loadOlder() {
      const first = latest.current.state.messages[0]?.id;
      if (isLoading || first === undefined) return;
      setLoading(true);
      setFailure(null);
      try {
        const page = await call(streamsApi.chat, { params: { id }, query: { before_id: first } });
        setState((before) => addOlder(before, page));
      } catch (error) {
        if (!isApiError(error)) throw error;
        setFailure(error.body.message);
      } finally {
        setLoading(false);
      }
    },
    updateStream: (part) => setState((before) => ({ ...before, stream: { ...before.stream, ...part } })),
    addMessage: (message) => setState((before) => addMessages(before, [message])),
    removeMessage: (messageId) => setState((before) => removeMessage(before, messageId)),
  };
}
