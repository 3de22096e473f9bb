import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import type { ThreadItem } from './thread-items.ts';

function announcementText(
  { message }: ThreadItem,
  kindOf: (kind: 'photo' | 'video' | 'audio' | 'voice' | 'file' | 'card') => string,
): string {
  if (message === null) return '';
  if (message.content) return message.content;
  const [file] = message.attachments;
  if (file) return kindOf(file.kind === 'image' ? 'photo' : file.kind);
  return message.card ? kindOf('card') : '';
}

/** Announces new messages to screen readers, but not those loaded by scrolling. */
export function useAnnouncement(items: readonly ThreadItem[], hasNewer: boolean, name: string): string {
  const t = useText('chat');
  const announcedSeq = useRef<number | null>(null);
  const [announcement, setAnnouncement] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes, when it comes
  useEffect(() => {
    const item = items.findLast(({ message }) => message !== null);
    const newest = item?.message ?? null;
    if (item === undefined || newest === null || hasNewer) return;
    const before = announcedSeq.current;
    announcedSeq.current = newest.seq;
    if (before === null || newest.seq <= before || newest.mine === 1) return;
    setAnnouncement(t('chat.announce', { name, text: announcementText(item, (kind) => t(`chat.kind.${kind}`)) }));
  }, [items]);
  return announcement;
}
