import type { Chat, Folder } from '@app/contract/messaging/chat';
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { usePeopleSearch } from '../../../people/circle/use-people-search.ts';
import { usePresence } from '../../../people/presence/use-presence.ts';
import { useText } from '../../../platform/i18n.tsx';
import { whenQuiet } from '../../../platform/loading/page-quiet.ts';
import { button } from '../../../ui/button.ts';
import { useFocusNext } from '../../../ui/form/use-focus-next.ts';
import { useIsOnline } from '../../../ui/hooks/use-is-online.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import type { ChatsPage } from '../engine/chat-types.ts';
import { type ChatListState, useChats } from '../engine/use-chats.ts';
import type { PressPoint } from '../use-long-press.ts';
import styles from './chat-list.module.css';
import type { ChatConfirmation } from './chat-menu.tsx';
import { ChatRow } from './chat-row.tsx';
import { ChatSkeleton } from './chat-skeleton.tsx';
import { FolderTabs } from './folder-tabs.tsx';
import { FoundPeople } from './found-people.tsx';
import { ListNotice } from './list-notice.tsx';
import { MessageSearchList } from './message-search-list.tsx';
import { NewMessage } from './new-message.tsx';
import { RequestRow } from './request-row.tsx';
import { SearchField } from './search-field.tsx';
import { type MessageSearchState, useMessageSearch } from './use-message-search.ts';
import { useToday } from './use-today.ts';

const loadMenu = () => import('./chat-menu.tsx');
const loadQuestions = () => import('./chat-confirmations.tsx');
const ChatMenu = lazyPart(async () => (await loadMenu()).ChatMenu);
const DeleteChatDialog = lazyPart(async () => (await loadQuestions()).DeleteChatDialog);
const BlockChatDialog = lazyPart(async () => (await loadQuestions()).BlockChatDialog);

export interface ChatListProps {
  viewerId: number;
  current?: number;
  onOpen?: (userId: number) => void;
}

interface ListProps extends ChatListProps {
  folder: Folder;
  search: string;
  onFolder: (folder: Folder) => void;
  onSearch: (search: string) => void;
  rendered?: ChatsPage | undefined;
  tools?: ReactNode;
}

/** Shows the folder of the opened chat until the reader chooses another. */
export function ChatList({ opened = 'main', ...props }: ChatListProps & { opened?: Folder }) {
  const [folder, setFolder] = useState(opened);
  const [shownFor, setShownFor] = useState(opened);
  const [search, setSearch] = useState('');
  if (opened !== shownFor) {
    setShownFor(opened);
    setFolder(opened);
  }
  return (
    <ChatListOf
      {...props}
      folder={folder}
      search={search}
      onFolder={(next) => {
        setFolder(next);
        setSearch('');
      }}
      onSearch={setSearch}
    />
  );
}

export function ChatListOf({ viewerId, folder, search, onFolder, onSearch, rendered, tools, ...row }: ListProps) {
  const t = useText('chats');
  const root = useRef<HTMLElement>(null);
  const chats = useChats(folder, search, rendered);
  const found = useMessageSearch(search);
  const people = usePeopleSearch(folder === 'main' ? search : '', () => undefined);
  const known = new Set(chats.list.map(({ user }) => user.id));
  const strangers = (people.found?.people ?? []).filter(({ id, may_write }) => may_write !== 0 && !known.has(id));
  const now = useToday();
  const rows = (): HTMLElement[] => [...(root.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];

  function handleKey(event: KeyboardEvent): void {
    // The search field has handled the key.
    if (event.defaultPrevented) return;
    const all = rows();
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    if (next < 0) root.current?.querySelector('input')?.focus();
    else all[Math.min(next, all.length - 1)]?.focus();
  }

  // Loads menus and dialogs in advance, so that they work offline.
  useEffect(
    () =>
      void whenQuiet()
        .then(() => Promise.all([loadMenu(), loadQuestions()]))
        .catch(() => undefined),
    [],
  );

  const { current } = row;
  return (
    <section
      ref={root}
      className={styles.list}
      data-column={current !== undefined || undefined}
      aria-label={t('chats.list')}
      onKeyDown={handleKey}
    >
      <div className={styles.head}>
        <div className={styles.top}>
          <SearchField value={search} onSearch={onSearch} onLeave={() => rows()[0]?.focus()} />
          <NewMessage onOpen={row.onOpen} />
        </div>
        <div className={styles.bar}>
          <FolderTabs current={folder} requests={chats.counts.requests} onChoose={onFolder} />
          {tools}
        </div>
      </div>
      <div className={styles.rows} aria-busy={chats.state === 'loading'}>
        <p role="status" className="sr">
          {search !== '' && chats.state === 'ready' && found.state !== 'loading'
            ? t('chats.found.count', { chats: chats.total, messages: found.total })
            : ''}
        </p>
        <Rows {...row} viewerId={viewerId} folder={folder} search={search} chats={chats} now={now} />
        <FoundPeople people={strangers} onOpen={row.onOpen} />
        {search !== '' && <MessageSearchList results={found} search={search} now={now} onOpen={row.onOpen} />}
        <ListPlaceholder
          chats={chats}
          found={found}
          hasPeople={strangers.length > 0 || people.isLoading}
          folder={folder}
          search={search}
        />
      </div>
    </section>
  );
}

function ListPlaceholder({
  chats,
  found,
  hasPeople,
  folder,
  search,
}: { chats: ChatListState; found: MessageSearchState; hasPeople: boolean } & Pick<ListProps, 'folder' | 'search'>) {
  if (chats.list.length > 0) return null;
  if (chats.state === 'failed') return <ListNotice of="failed" onRetry={chats.reload} />;
  if (chats.state === 'loading' || (found.state === 'loading' && found.list.length === 0)) return <ChatSkeleton />;
  if (search === '') return <ListNotice of={folder} onRetry={chats.reload} />;
  if (hasPeople || found.list.length > 0 || found.state === 'failed') return null;
  return <ListNotice of="found" onRetry={chats.reload} />;
}

interface RowsProps extends Pick<ListProps, 'viewerId' | 'folder' | 'search' | 'current' | 'onOpen'> {
  chats: ChatListState;
  now: number;
}

function Rows({ viewerId, folder, search, chats, now, current, onOpen }: RowsProps) {
  const t = useText('chats');
  const { state, list, total, isLoadingMore, loadMore, reload } = chats;
  const here = usePresence(
    viewerId,
    list.map(({ user }) => user.id),
  );
  const hasConnection = useIsOnline();
  const [menu, setMenu] = useState<{ chat: Chat; place: PressPoint } | null>(null);
  const [confirmation, setConfirmation] = useState<{ chat: Chat; of: ChatConfirmation } | null>(null);
  const items = useFocusNext<HTMLUListElement>(list.length);
  const Line = folder === 'requests' ? RequestRow : ChatRow;
  const Question = confirmation?.of === 'delete' ? DeleteChatDialog : BlockChatDialog;
  const hasFailed = state === 'failed';
  if (list.length === 0) return null;
  return (
    <>
      {search !== '' && <h2 className={styles.title}>{t('chats.found.chats')}</h2>}
      {/* biome-ignore lint/a11y/noRedundantRoles: without markers Safari takes a list for none */}
      <ul ref={items} role="list">
        {list.map((chat) => (
          <li key={chat.user.id} className={styles.item}>
            <Line
              chat={chat}
              now={now}
              isOnline={hasConnection && (here.get(chat.user.id) ?? chat.user).online === 1}
              isCurrent={chat.user.id === current}
              isChosen={menu?.chat.user.id === chat.user.id}
              onOpen={onOpen}
              onMenu={(of, place) => setMenu({ chat: of, place })}
            />
          </li>
        ))}
      </ul>
      {(hasFailed || list.length < total) && (
        <button
          type="button"
          className={`${button('quiet', 'wide')} ${styles.more}`}
          disabled={!hasFailed && isLoadingMore}
          onClick={hasFailed ? reload : loadMore}
        >
          {hasFailed ? `${t('chats.failed')} · ${t('frame.retry')}` : t(isLoadingMore ? 'frame.loading' : 'chats.more')}
        </button>
      )}
      {menu && (
        <Suspense>
          <ChatMenu
            key={menu.chat.user.id}
            // The menu shows the current chat, which another device may have changed.
            chat={list.find(({ user }) => user.id === menu.chat.user.id) ?? menu.chat}
            place={menu.place}
            onConfirm={(chat, of) => setConfirmation({ chat, of })}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      )}
      {confirmation && (
        <Suspense>
          <Question user={confirmation.chat.user} onClose={() => setConfirmation(null)} />
        </Suspense>
      )}
    </>
  );
}
