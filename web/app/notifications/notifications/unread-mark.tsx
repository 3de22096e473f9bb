import { useEffect } from 'react';
import { useChatCounts } from './chat-counts.ts';

const MARK = /^\(\d+\) /;
const UNREAD_MAX = 99;

/** Keeps the mark in front of the title, which every page sets anew. */
function markTitle(mark: string): () => void {
  const apply = (): void => {
    const wanted = mark + document.title.replace(MARK, '');
    if (document.title !== wanted) document.title = wanted;
  };
  apply();
  const observer = new MutationObserver(apply);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}

/** Shows the number of unread messages in the title of the tab, and a dot in its icon. */
export function UnreadMark({ unread: rendered }: { unread: number }) {
  const { unread } = useChatCounts({ unread: rendered, chats: 0, requests: 0 });
  const mark = unread === 0 ? '' : `(${Math.min(unread, UNREAD_MAX)}) `;
  useEffect(() => markTitle(mark), [mark]);
  const hasUnread = unread > 0;
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    // The icon of the operator's own logo has no variant with a dot.
    if (icon !== null && icon.type === 'image/svg+xml') icon.href = hasUnread ? '/favicon-unread.svg' : '/favicon.svg';
  }, [hasUnread]);
  return null;
}
