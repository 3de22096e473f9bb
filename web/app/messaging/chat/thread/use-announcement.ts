import { withoutMarks } from '@app/contract/messaging/message-marks';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { quoteKindOf } from '../engine/quote.ts';
import type { ThreadItem } from './thread-items.ts';

/** Announces new messages to screen readers, but not those loaded by scrolling. */
export function useAnnouncement(items: readonly ThreadItem[], hasNewer: boolean, name: string): string {
  const t = useText('chat');
  const announcedSeq = useRef<number | null>(null);
  const [announcement, setAnnouncement] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes, when it comes
  useEffect(() => {
    const newest = items.findLast(({ message }) => message !== null)?.message ?? null;
    if (newest === null || hasNewer) return;
    const before = announcedSeq.current;
    announcedSeq.current = newest.seq;
    if (before === null || newest.seq <= before || newest.mine === 1) return;
    const kind = quoteKindOf(newest);
    const text = kind === 'text' || kind === 'gone' ? withoutMarks(newest.content) : t(`chat.kind.${kind}`);
    setAnnouncement(t('chat.announce', { name, text }));
  }, [items]);
  return announcement;
}
