import type { Chat, Folder } from '@app/contract/messaging/chat';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CHATS_PAGE_MAX, CHATS_PAGE_SIZE, chatApi } from '#contract/messaging/chat';
import { call } from './chat-call.ts';
import { type ChatNews, hearChats } from './chat-line.ts';
import type { Chats, ChatsPage } from './chat-types.ts';
import { addChats, type ChatsPart, putChat } from './chats-order.ts';
import { askChatCounts, useChatCounts } from './counts.ts';
import { offerDraft } from './drafts.ts';
import { complain } from './words.ts';

const NO_COUNTS = { unread: 0, chats: 0, requests: 0 };
const SEARCH_AGAIN_MS = 500;

const partOf = ({ list, total }: ChatsPage): ChatsPart => ({ list, total });

/** The dialogs of a folder in their order, live. */
export function useChats(folder: Folder, search: string, rendered?: ChatsPage): Chats {
  const name = `${folder} ${search}`;
  const [shown, setShown] = useState<{ name: string; part: ChatsPart } | undefined>(
    rendered && { name, part: partOf(rendered) },
  );
  const [state, setState] = useState<Chats['state']>(rendered ? 'ready' : 'loading');
  const [isLoadingMore, setLoadingMore] = useState(false);
  const counts = useChatCounts(rendered?.counts ?? NO_COUNTS);
  const asked = useRef(0);
  /** What was told while a page was on its way is newer than that page. */
  const told = useRef<ChatNews[]>([]);
  const again = useRef<ReturnType<typeof setTimeout>>(undefined);
  const part = shown?.name === name ? shown.part : undefined;

  const read = async (page: number, size: number): Promise<ChatsPage> => {
    const setCounts = askChatCounts();
    const query = { folder, page, size, ...(search !== '' && { search }) };
    const askedAt = performance.now();
    const answer = await call(chatApi.list, { query });
    setCounts(answer.counts);
    for (const { user, draft } of answer.list) offerDraft(user.id, draft, askedAt);
    return answer;
  };
  const follow = (before: ChatsPart, news: ChatNews): ChatsPart => followNews(before, news, folder, search !== '');

  async function load(): Promise<void> {
    asked.current += 1;
    const mine = asked.current;
    told.current = [];
    try {
      const size = Math.min(CHATS_PAGE_MAX, Math.max(CHATS_PAGE_SIZE, part?.list.length ?? 0));
      const answer = await read(1, size);
      if (mine !== asked.current) return;
      setShown({ name, part: told.current.reduce(follow, partOf(answer)) });
      setState('ready');
    } catch {
      if (mine === asked.current) setState((before) => (before === 'ready' && part !== undefined ? before : 'failed'));
    }
  }

  function onNews(news: ChatNews): void {
    told.current.push(news);
    if (news.type === 'local_doubt') void load();
    setShown((before) => before && { ...before, part: follow(before.part, news) });
    const mayBeFound = search !== '' && (news.type === 'chat_message' || news.type === 'chat_changed');
    if (!mayBeFound) return;
    clearTimeout(again.current);
    again.current = setTimeout(() => void latest.current.load(), SEARCH_AGAIN_MS);
  }

  async function loadMore(): Promise<void> {
    if (part === undefined || isLoadingMore || part.list.length >= part.total) return;
    setLoadingMore(true);
    const mine = asked.current;
    try {
      const answer = await read(Math.floor(part.list.length / CHATS_PAGE_SIZE) + 1, CHATS_PAGE_SIZE);
      if (mine === asked.current) {
        setShown((before) => before && { ...before, part: addChats(before.part, partOf(answer)) });
      }
    } catch {
      complain('delivery.listFailed');
    }
    setLoadingMore(false);
  }

  const latest = useRef({ load, loadMore, onNews });
  latest.current = { load, loadMore, onNews };
  const isRendered = useRef(rendered !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another folder or search is another list
  useEffect(() => {
    if (isRendered.current) isRendered.current = false;
    else {
      setState('loading');
      void latest.current.load();
    }
    return () => {
      asked.current += 1;
      clearTimeout(again.current);
    };
  }, [name]);
  useEffect(
    () => hearChats({ onNews: (news) => latest.current.onNews(news), onMissed: () => void latest.current.load() }),
    [],
  );

  return {
    state: part === undefined && state === 'ready' ? 'loading' : state,
    list: part?.list ?? NONE,
    total: part?.total ?? 0,
    counts,
    isLoadingMore,
    loadMore: useCallback(() => void latest.current.loadMore(), []),
    reload: useCallback(() => {
      setState('loading');
      void latest.current.load();
    }, []),
  };
}

const NONE: readonly Chat[] = [];

/** A search keeps what it has found: whether something else fits by now, the server says. */
function followNews(part: ChatsPart, news: ChatNews, folder: Folder, isSearch: boolean): ChatsPart {
  if (news.type === 'local_chat') {
    const known = part.list.find(({ user }) => user.id === news.user_id);
    return known === undefined ? part : putChat(part, news.user_id, { ...known, ...news.change }, folder);
  }
  if (!('chat' in news)) return part;
  const isKnown = part.list.some(({ user }) => user.id === news.user_id);
  return isSearch && !isKnown ? part : putChat(part, news.user_id, news.chat, folder);
}
