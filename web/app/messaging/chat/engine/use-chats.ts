import type { Chat, Folder } from '@app/contract/messaging/chat';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CHATS_PAGE_MAX, CHATS_PAGE_SIZE, chatApi } from '#contract/messaging/chat';
import { startCountsRequest, useChatCounts } from '../../../notifications/notifications/chat-counts.ts';
import { call } from './chat-call.ts';
import { type AnyChatEvent, onChatEvent } from './chat-events.ts';
import type { ChatsPage } from './chat-types.ts';
import { addChats, type ChatsSlice, upsertChat } from './chats-order.ts';
import { applyRemoteDraft } from './drafts.ts';
import { showErrorToast } from './messages-text.ts';

const NO_COUNTS = { unread: 0, chats: 0, requests: 0 };
const SEARCH_AGAIN_MS = 500;

const sliceOf = ({ list, total }: ChatsPage): ChatsSlice => ({ list, total });

export type ChatListState = ReturnType<typeof useChats>;

export function useChats(folder: Folder, search: string, rendered?: ChatsPage) {
  const name = `${folder} ${search}`;
  const [shown, setShown] = useState<{ name: string; part: ChatsSlice } | undefined>(
    rendered && { name, part: sliceOf(rendered) },
  );
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>(rendered ? 'ready' : 'loading');
  const [isLoadingMore, setLoadingMore] = useState(false);
  const counts = useChatCounts(rendered?.counts ?? NO_COUNTS);
  const requestNumber = useRef(0);
  /** Events that arrive during a read are newer than its page and are applied after it. */
  const eventsDuringRead = useRef<AnyChatEvent[]>([]);
  const retryTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const part = shown?.name === name ? shown.part : undefined;

  const read = async (page: number, size: number): Promise<ChatsPage> => {
    const setCounts = startCountsRequest();
    const query = { folder, page, size, ...(search !== '' && { search }) };
    const askedAt = performance.now();
    const response = await call(chatApi.list, { query });
    setCounts(response.counts);
    for (const { user, draft } of response.list) applyRemoteDraft(user.id, draft, askedAt);
    return response;
  };
  const follow = (before: ChatsSlice, event: AnyChatEvent): ChatsSlice =>
    applyChatEvent(before, event, folder, search !== '');

  async function load(): Promise<void> {
    requestNumber.current += 1;
    const mine = requestNumber.current;
    eventsDuringRead.current = [];
    try {
      const size = Math.min(CHATS_PAGE_MAX, Math.max(CHATS_PAGE_SIZE, part?.list.length ?? 0));
      const response = await read(1, size);
      if (mine !== requestNumber.current) return;
      setShown({ name, part: eventsDuringRead.current.reduce(follow, sliceOf(response)) });
      setState('ready');
    } catch {
      if (mine === requestNumber.current)
        setState((before) => (before === 'ready' && part !== undefined ? before : 'failed'));
    }
  }

  function onEvent(event: AnyChatEvent): void {
    eventsDuringRead.current.push(event);
    if (event.type === 'local_doubt') void load();
    setShown((before) => before && { ...before, part: follow(before.part, event) });
    const mayBeFound = search !== '' && (event.type === 'chat_message' || event.type === 'chat_changed');
    if (!mayBeFound) return;
    clearTimeout(retryTimer.current);
    retryTimer.current = setTimeout(() => handleMissed(), SEARCH_AGAIN_MS);
  }

  async function loadMore(): Promise<void> {
    if (part === undefined || isLoadingMore || part.list.length >= part.total) return;
    setLoadingMore(true);
    const mine = requestNumber.current;
    try {
      const response = await read(Math.floor(part.list.length / CHATS_PAGE_SIZE) + 1, CHATS_PAGE_SIZE);
      if (mine === requestNumber.current) {
        setShown((before) => before && { ...before, part: addChats(before.part, sliceOf(response)) });
      }
    } catch {
      showErrorToast('delivery.listFailed');
    }
    setLoadingMore(false);
  }

  const handleEvent = useEffectEvent(onEvent);
  const handleMissed = useEffectEvent(() => void load());
  const isRendered = useRef(rendered !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another folder or search is another list
  useEffect(() => {
    if (isRendered.current) isRendered.current = false;
    else {
      setState('loading');
      handleMissed();
    }
    return () => {
      requestNumber.current += 1;
      clearTimeout(retryTimer.current);
    };
  }, [name]);
  useEffect(() => onChatEvent({ onEvent: (event) => handleEvent(event), onMissed: () => handleMissed() }), []);

  return {
    state: part === undefined && state === 'ready' ? 'loading' : state,
    list: part?.list ?? NONE,
    total: part?.total ?? 0,
    counts,
    isLoadingMore,
    loadMore: () => void loadMore(),
    reload() {
      setState('loading');
      void load();
    },
  };
}

const NONE: readonly Chat[] = [];

/** Events update search results but add none, because only the server can match them. */
function applyChatEvent(slice: ChatsSlice, event: AnyChatEvent, folder: Folder, isSearch: boolean): ChatsSlice {
  if (event.type === 'local_chat') {
    const known = slice.list.find(({ user }) => user.id === event.user_id);
    return known === undefined ? slice : upsertChat(slice, event.user_id, { ...known, ...event.change }, folder);
  }
  if (!('chat' in event)) return slice;
  const isKnown = slice.list.some(({ user }) => user.id === event.user_id);
  return isSearch && !isKnown ? slice : upsertChat(slice, event.user_id, event.chat, folder);
}
