import type { Message } from '@app/contract/messaging/chat';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { chatApi } from '#contract/messaging/chat';
import { call } from './chat-call.ts';
import { type AnyChatEvent, onChatEvent } from './chat-events.ts';
import type { ChatHeaderData } from './chat-types.ts';
import { applyRemoteDraft } from './drafts.ts';

const SOON_MS = 400;

/**
 * `rendered`: the header that the page was rendered with. It is read again once events are sent: what happened between its
 * reading and the number from which the page asks for events is in neither.
 */
export function useChatHeader(userId: number, boardId?: number, rendered: ChatHeaderData | null = null) {
  const [header, setHeader] = useState(rendered);
  const isRendered = useRef(rendered !== null);
  const requestNumber = useRef(0);
  const loadTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const load = useCallback(async (): Promise<void> => {
    requestNumber.current += 1;
    const mine = requestNumber.current;
    const askedAt = performance.now();
    try {
      const fresh = await call(chatApi.header, { params: { id: userId }, query: { board_id: boardId } });
      if (mine !== requestNumber.current) return;
      setHeader(fresh);
      applyRemoteDraft(userId, fresh.chat.draft, askedAt);
    } catch {
      // On failure the shown data stays; the thread shows the connection problem.
    }
  }, [userId, boardId]);

  const loadSoon = useEffectEvent(() => {
    clearTimeout(loadTimer.current);
    loadTimer.current = setTimeout(() => void load(), SOON_MS);
  });
  const onEvent = useEffectEvent((event: AnyChatEvent) => {
    if (event.type === 'typing' || event.type === 'chat_counts') return;
    if (event.type !== 'local_swap' && event.user_id !== userId) return;
    if (header === null || needsMore(header, event)) loadSoon();
    setHeader((before) => before && applyEvent(before, event));
  });

  useEffect(() => {
    setHeader((before) => (before?.chat.user.id === userId ? before : null));
    if (!isRendered.current) void load();
    const leave = onChatEvent({ onEvent: (event) => onEvent(event), onMissed: () => loadSoon() });
    return () => {
      isRendered.current = false;
      requestNumber.current += 1;
      clearTimeout(loadTimer.current);
      leave();
    };
  }, [load, userId]);

  return { header, reload: useCallback(() => void load(), [load]) };
}

function needsMore({ chat, stranger, about }: ChatHeaderData, event: AnyChatEvent): boolean {
  if (event.type === 'local_doubt') return true;
  if (event.type === 'chat_message')
    return (
      // The first message of a stranger, or the answer to one.
      event.chat.folder !== chat.folder ||
      stranger !== null ||
      isDealCard(event.message) ||
      (event.message.card !== null && about === null)
    );
  // A deal changes the state of the ad, and a meeting whether another one may be proposed.
  if (event.type === 'chat_changed') return isDealCard(event.message);
  if (event.type !== 'chat_line' || event.chat === null) return false;
  const { folder, blocked, may_write, draft } = event.chat;
  const isOnlyDraft = draft !== chat.draft;
  return folder !== chat.folder || blocked !== chat.blocked || may_write !== chat.may_write || !isOnlyDraft;
}

const isDealCard = ({ card }: Message): boolean => card?.kind === 'offer' || card?.kind === 'meeting';

function applyEvent(header: ChatHeaderData, event: AnyChatEvent): ChatHeaderData {
  if (event.type === 'local_chat') return { ...header, chat: { ...header.chat, ...event.change } };
  if (event.type === 'local_swap') return { ...header, pinned: pinnedWith(header.pinned, event.after) };
  if (event.type === 'chat_deleted') {
    const gone = new Set(event.ids);
    const pinned = header.pinned.filter(({ id, seq }) => !gone.has(id) && seq > (event.up_to_seq ?? 0));
    return { ...header, pinned, ...(event.chat !== null && { chat: event.chat }) };
  }
  if (!('chat' in event)) return header;
  const next = event.chat === null ? header : { ...header, chat: event.chat };
  return event.type === 'chat_changed' ? { ...next, pinned: pinnedWith(next.pinned, event.message) } : next;
}

function pinnedWith(pinned: readonly Message[], message: Message): Message[] {
  const isPinned = message.pinned === 1 && message.deleted === 0;
  const at = pinned.findIndex(({ id }) => id === message.id);
  if (at !== -1) return isPinned ? pinned.with(at, message) : pinned.toSpliced(at, 1);
  return isPinned ? [message, ...pinned] : [...pinned];
}
