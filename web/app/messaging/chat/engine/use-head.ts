import type { Message } from '@app/contract/messaging/chat';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { chatApi } from '#contract/messaging/chat';
import { call } from './chat-call.ts';
import { type ChatNews, hearChats } from './chat-line.ts';
import type { ChatHead, Head } from './chat-types.ts';
import { offerDraft } from './drafts.ts';

const SOON_MS = 400;

/** What a dialog page shows around the messages: the line of the list, the ad, what is pinned, who the stranger is. */
export function useHead(userId: number, boardId?: number): Head {
  const [head, setHead] = useState<ChatHead | null>(null);
  const asked = useRef(0);
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);

  const load = useCallback(async (): Promise<void> => {
    asked.current += 1;
    const mine = asked.current;
    const askedAt = performance.now();
    try {
      const fresh = await call(chatApi.head, { params: { id: userId }, query: { board_id: boardId } });
      if (mine !== asked.current) return;
      setHead(fresh);
      offerDraft(userId, fresh.chat.draft, askedAt);
    } catch {
      // What is shown stays; the messages say when there is no way to the server.
    }
  }, [userId, boardId]);

  const loadSoon = useEffectEvent(() => {
    clearTimeout(soon.current);
    soon.current = setTimeout(() => void load(), SOON_MS);
  });
  const onNews = useEffectEvent((news: ChatNews) => {
    if (news.type === 'typing' || news.type === 'chat_counts') return;
    if (news.type !== 'local_swap' && news.user_id !== userId) return;
    if (head === null || needsMore(head, news)) loadSoon();
    setHead((before) => before && follow(before, news));
  });

  useEffect(() => {
    setHead((before) => (before?.chat.user.id === userId ? before : null));
    void load();
    const leave = hearChats({ onNews: (news) => onNews(news), onMissed: () => loadSoon() });
    return () => {
      asked.current += 1;
      clearTimeout(soon.current);
      leave();
    };
  }, [load, userId]);

  return { head, reload: useCallback(() => void load(), [load]) };
}

/** More changed than the line of the list tells. */
function needsMore({ chat, stranger, about }: ChatHead, news: ChatNews): boolean {
  if (news.type === 'local_doubt') return true;
  if (news.type === 'chat_message') return stranger !== null || (news.message.card !== null && about === null);
  if (news.type !== 'chat_line' || news.chat === null) return false;
  const { folder, blocked, may_write, draft } = news.chat;
  const isOnlyDraft = draft !== chat.draft;
  return folder !== chat.folder || blocked !== chat.blocked || may_write !== chat.may_write || !isOnlyDraft;
}

function follow(head: ChatHead, news: ChatNews): ChatHead {
  if (news.type === 'local_chat') return { ...head, chat: { ...head.chat, ...news.change } };
  if (news.type === 'local_swap') return { ...head, pinned: pinnedWith(head.pinned, news.after) };
  if (news.type === 'chat_deleted') {
    const gone = new Set(news.ids);
    const pinned = head.pinned.filter(({ id, seq }) => !gone.has(id) && seq > (news.up_to_seq ?? 0));
    return { ...head, pinned, ...(news.chat !== null && { chat: news.chat }) };
  }
  if (!('chat' in news)) return head;
  const next = news.chat === null ? head : { ...head, chat: news.chat };
  return news.type === 'chat_changed' ? { ...next, pinned: pinnedWith(next.pinned, news.message) } : next;
}

function pinnedWith(pinned: readonly Message[], message: Message): Message[] {
  const isPinned = message.pinned === 1 && message.deleted === 0;
  const at = pinned.findIndex(({ id }) => id === message.id);
  if (at !== -1) return isPinned ? pinned.with(at, message) : pinned.toSpliced(at, 1);
  return isPinned ? [message, ...pinned] : [...pinned];
}
