import type { StreamReactions } from '@app/contract/live/streams';

/** What the nodes tell each other of a stream. What the state and a message are is read when it is told. */
export type WatcherEvent =
  /** Whatever is known of it; whoever does not see it any more watches no further. */
  | { type: 'state' }
  | { type: 'viewers'; count: number }
  | { type: 'chat'; messageId: number; by: number }
  | { type: 'chat_deleted'; id: number }
  | { type: 'reactions'; counts: StreamReactions }
  | { type: 'pins'; board_ids: number[] }
  | { type: 'muted'; user_id: number; muted: 0 | 1 }
  | { type: 'slow'; seconds: number };

export const watcherTopic = (streamId: number): string => `stream:${streamId}`;
