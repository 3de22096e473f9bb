import type { Stream, StreamEvent, StreamMessage, StreamReaction } from '@app/contract/live/streams';

export interface StreamState {
  stream: Stream;
  /** Oldest first. */
  messages: readonly StreamMessage[];
  hasOlder: boolean;
  muted: ReadonlySet<number>;
}

interface ChatPage {
  /** Newest first. */
  list: readonly StreamMessage[];
  total: number;
}

export function createStreamState(stream: Stream, chat: ChatPage): StreamState {
  return {
    stream,
    messages: [...chat.list].reverse(),
    hasOlder: chat.list.length < chat.total,
    muted: new Set(),
  };
}

export function addMessages(state: StreamState, messages: readonly StreamMessage[]): StreamState {
  const known = new Set(state.messages.map(({ id }) => id));
  const fresh = messages.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return state;
  return { ...state, messages: [...state.messages, ...fresh].toSorted((one, other) => one.id - other.id) };
}

export function addOlder(state: StreamState, { list, total }: ChatPage): StreamState {
  const next = addMessages(state, list);
  return { ...next, hasOlder: list.length > 0 && next.messages.length < total };
}

export function removeMessage(state: StreamState, id: number): StreamState {
  return { ...state, messages: state.messages.filter((message) => message.id !== id) };
}

export function applyStreamEvent(state: StreamState, event: StreamEvent, viewerId: number | undefined): StreamState {
  const { stream } = state;
  const withStream = (part: Partial<Stream>): StreamState => ({ ...state, stream: { ...stream, ...part } });
  switch (event.type) {
    case 'state': {
      const { type: _, ...now } = event;
      return withStream(now);
    }
    case 'viewers':
      return withStream({ viewers: event.count });
    case 'chat': {
      const { type: _, ...message } = event;
      return addMessages(state, [{ ...message, mine: message.user_id === viewerId ? 1 : 0 }]);
    }
    case 'chat_deleted':
      return removeMessage(state, event.id);
    case 'reactions':
      return withStream({ reactions: event.counts });
    case 'pins':
      return withStream({ board_ids: event.board_ids });
    case 'slow':
      return withStream({ slow_seconds: event.seconds });
    case 'muted': {
      const muted = new Set(state.muted);
      if (event.muted === 1) muted.add(event.user_id);
      else muted.delete(event.user_id);
      const next = { ...state, muted };
      return event.user_id === viewerId ? { ...next, stream: { ...stream, muted: event.muted } } : next;
    }
    default:
      return state;
  }
}

export type ReactionCounts = Stream['reactions'];

export function countNewReactions(
  before: ReactionCounts,
  after: ReactionCounts,
  own: Partial<Record<StreamReaction, number>>,
): { fresh: Partial<Record<StreamReaction, number>>; own: Partial<Record<StreamReaction, number>> } {
  const fresh: Partial<Record<StreamReaction, number>> = {};
  const left = { ...own };
  for (const kind of Object.keys(after) as StreamReaction[]) {
    const more = Math.max(0, after[kind] - before[kind]);
    const mine = Math.min(more, left[kind] ?? 0);
    if (mine > 0) left[kind] = (left[kind] ?? 0) - mine;
    if (more > mine) fresh[kind] = more - mine;
  }
  return { fresh, own: left };
}
