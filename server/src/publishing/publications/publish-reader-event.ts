import type { CommentEvent } from '@app/contract/market/ad-live';
import type { Live } from '../../platform/live/live.ts';

/** Bus message about a publication. Counters are read on delivery, because two messages may arrive out of order. */
export type ReaderEvent =
  | (Omit<CommentEvent, 'count'> & { by: number })
  | { type: 'likes' }
  | { type: 'comment_likes'; id: number; reply_to: number | null; count: number; by: number }
  /** Whoever does not see it any more reads no further. */
  | { type: 'standing' };

export const readerTopic = (publishId: number): string => `publication:${publishId}`;

/** Notifies viewers who have the publication open. Call after the commit. */
export function publishReaderEvent({ live }: { live: Live }, publishId: number, event: ReaderEvent): void {
  live.publish(readerTopic(publishId), event);
}
