import type { CommentEvent } from '@app/contract/publishing/comments';
import type { Live } from '../../platform/live/live.ts';

/** What the nodes tell each other of a publication. Numbers are read when it is told: of two events the later one may come first. */
export type ReaderEvent =
  /** `by`: whose comment it is. */
  | (Omit<CommentEvent, 'count'> & { by: number })
  | { type: 'likes' }
  | { type: 'comment_likes'; id: number; reply_to: number | null; count: number; by: number }
  /** Whoever does not see it any more reads no further. */
  | { type: 'standing' };

export const readerTopic = (publishId: number): string => `publication:${publishId}`;

/** Let those know who have a publication open. After the commit. */
export function publishReaderEvent({ live }: { live: Live }, publishId: number, event: ReaderEvent): void {
  live.publish(readerTopic(publishId), event);
}
