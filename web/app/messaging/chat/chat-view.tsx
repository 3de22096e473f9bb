import type { Message } from '@app/contract/messaging/chat';
import type { User } from '@app/contract/people/users';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { chatApi, EDIT_HOURS } from '#contract/messaging/chat';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { ChatHeader } from './chat-header.tsx';
import type { ChatHeaderAction } from './chat-header-menu.tsx';
import styles from './chat-view.module.css';
import { type ChatClosedReason, ClosedNotice } from './closed-notice.tsx';
import { Composer } from './composer/composer.tsx';
import { pinMessage, react } from './engine/actions.ts';
import type { ChatHeaderData } from './engine/chat-types.ts';
import type { ThreadPage } from './engine/thread/thread-store.ts';
import { useChatHeader } from './engine/use-chat-header.ts';
import { useThread } from './engine/use-thread.ts';
import { PersonColumn } from './person-column.tsx';
import { type MenuPlace, type MessageAction, MessageMenu } from './thread/message-menu.tsx';
import { MessageRequestAnswer, MessageRequestCard } from './thread/message-request-card.tsx';
import { PinnedBar } from './thread/pinned-bar.tsx';
import { SelectionBar } from './thread/selection-bar.tsx';
import type { ThreadItem } from './thread/thread-items.ts';
import { EmptyThread, FailedThread, ThreadSkeleton } from './thread/thread-states.tsx';
import { type ThreadHandle, ThreadView } from './thread/thread-view.tsx';
import { useWindowHeight } from './use-window-height.ts';

const SearchInChat = lazy(() => import('./search-in-chat.tsx').then(({ SearchInChat }) => ({ default: SearchInChat })));
const MediaOverview = lazy(() =>
  import('./media-overview.tsx').then(({ MediaOverview }) => ({ default: MediaOverview })),
);
const PersonSheet = lazy(() => import('./person-sheet.tsx').then(({ PersonSheet }) => ({ default: PersonSheet })));
const DeleteMessages = lazy(() =>
  import('./thread/message-dialogs.tsx').then(({ DeleteMessages }) => ({ default: DeleteMessages })),
);
const MessageInfo = lazy(() =>
  import('./thread/message-dialogs.tsx').then(({ MessageInfo }) => ({ default: MessageInfo })),
);
const ShareDialog = lazy(() =>
  import('./share/share-dialog.tsx').then(({ ShareDialog }) => ({ default: ShareDialog })),
);
const DeleteChatDialog = lazy(() =>
  import('./list/chat-confirmations.tsx').then(({ DeleteChatDialog }) => ({ default: DeleteChatDialog })),
);
const BlockChatDialog = lazy(() =>
  import('./list/chat-confirmations.tsx').then(({ BlockChatDialog }) => ({ default: BlockChatDialog })),
);

const WIDE = '(min-width: 75.01em)';
const HOUR_MS = 3_600_000;
/** The remaining number of new contacts is shown from here down. */
const FEW_NEW_CONTACTS = 5;

type OpenDialog =
  | { of: 'delete' | 'forward'; messages: readonly Message[] }
  | { of: 'info'; message: Message }
  | { of: 'deleteChat' | 'blockChat' | 'media' | 'person' };

export interface ChatViewProps {
  viewerId: number;
  userId: number;
  person: User | null;
  isGone: boolean;
  rendered: ThreadPage | null;
  adId: number | null;
  /** The `seq` of the message to show first. */
  at: number | null;
}

function closedReasonOf(isGone: boolean, chat: ChatHeaderData['chat'] | null): ChatClosedReason | null {
  if (isGone || chat?.user.deleted === 1) return 'deleted';
  if (chat === null) return null;
  if (chat.blocked === 1) return 'blocked';
  return chat.may_write === 1 ? null : 'private';
}

/**
 * Returns the `seq` of a message. A replied-to message may be outside the loaded window; its `seq` is then requested.
 */
async function seqOf(id: number, rows: readonly { message?: Message }[]): Promise<number | null> {
  const known = rows.find(({ message }) => message?.id === id)?.message;
  if (known) return known.seq;
  try {
    return (await call(chatApi.one, { params: { id } })).seq;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return null;
  }
}

export function ChatView({ viewerId, userId, person, isGone, rendered, adId, at }: ChatViewProps) {
  const t = useText('chat');
  const navigate = useNavigate();
  const thread = useThread(viewerId, userId, rendered ?? undefined);
  const { header, reload: reloadHeader } = useChatHeader(userId, adId ?? undefined);
  const view = useRef<ThreadHandle>(null);
  const root = useRef<HTMLElement>(null);
  const [reply, setReply] = useState<Message | null>(null);
  const [edit, setEdit] = useState<Message | null>(null);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const [isSearching, setSearching] = useState(false);
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  useWindowHeight();

  const chat = thread.chat ?? header?.chat ?? null;
  const user = chat?.user ?? person;
  const closed = closedReasonOf(isGone, chat);
  const name = closed === 'deleted' || user === null ? t('chat.deleted') : `${user.firstname} ${user.lastname}`.trim();
  const isKnown = user !== null || isGone;
  const isRequest = chat?.folder === 'requests';
  const mayWrite = closed === null && chat !== null;
  const isTrusted = person?.friendship === 'friend' || person?.kith === 1;
  const about = header?.about ?? null;
  const close = (): void => setOpened(null);
  const jump = (seq: number): void => view.current?.jump(seq);

  // Price and state of the ad have no events, so returning to the page reloads the header.
  const refresh = useEffectEvent(reloadHeader);
  useEffect(() => {
    const handleVisibility = (): void => {
      if (document.visibilityState === 'visible') refresh();
    };
    document.addEventListener('visibilitychange', handleVisibility);
    return () => document.removeEventListener('visibilitychange', handleVisibility);
  }, []);

  const isReady = thread.state === 'ready';
  const goTo = useEffectEvent(jump);
  useEffect(() => {
    if (isReady && at !== null) goTo(at);
  }, [isReady, at]);

  function focusField(): void {
    root.current?.querySelector<HTMLElement>('textarea')?.focus();
  }

  function runMessageAction(action: MessageAction, { key, message }: ThreadItem): void {
    if (message === null) return;
    const handlers: Record<MessageAction, () => void> = {
      reply: () => {
        setEdit(null);
        setReply(message);
      },
      edit: () => {
        setReply(null);
        setEdit(message);
      },
      copy: () => void copyText(message.content, t('chat.copied'), t('chat.copyFailed')),
      forward: () => setOpened({ of: 'forward', messages: [message] }),
      pin: () => void pinMessage(message, true),
      unpin: () => void pinMessage(message, false),
      select: () => setChosen(new Set([key])),
      info: () => setOpened({ of: 'info', message }),
      delete: () => setOpened({ of: 'delete', messages: [message] }),
    };
    handlers[action]();
  }

  function closeMenu(): void {
    const key = menu?.item.key;
    setMenu(null);
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (key !== undefined && isFree) {
      root.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
    }
  }

  function toggle({ key }: ThreadItem): void {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    setChosen(next);
  }

  function editLast(): void {
    const last = thread.rows
      .flatMap((row) => ('message' in row && row.message.mine === 1 ? [row.message] : []))
      .findLast(({ kind, content }) => kind === 'message' && content !== '');
    if (last && Date.now() - Date.parse(last.timestamp) < EDIT_HOURS * HOUR_MS) setEdit(last);
  }

  function choose(action: ChatHeaderAction): void {
    if (action === 'search') setSearching(true);
    else setOpened({ of: action });
  }

  function openPerson(): void {
    if (!window.matchMedia(WIDE).matches) setOpened({ of: 'person' });
    else if (closed !== 'deleted') void navigate(`/user/${userId}`);
  }

  const messages = thread.rows.flatMap((row) => ('message' in row ? [{ message: row.message }] : []));
  const chosenMessages =
    chosen === null ? [] : thread.rows.flatMap((row) => ('message' in row && chosen.has(row.key) ? [row.message] : []));
  const left = header?.strangers_left ?? null;
  const column = (
    <PersonColumn
      person={person}
      user={user}
      name={name}
      about={about}
      isGone={closed === 'deleted'}
      isBlocked={chat?.blocked === 1}
      hasChat={chat?.last_message != null}
      onAction={choose}
    />
  );

  return (
    <>
      {isKnown && <PageHead title={t('chat.title', { name })} noIndex />}
      <section ref={root} className={styles.pane} aria-label={t('chat.dialog', { name })}>
        <ChatHeader
          viewerId={viewerId}
          userId={userId}
          name={isKnown ? name : ''}
          user={user}
          chat={chat}
          isGone={closed === 'deleted'}
          mayCall={closed === 'blocked' ? 0 : (person?.may_call ?? 0)}
          onPerson={openPerson}
          onAction={choose}
        />
        {isSearching && (
          <Suspense>
            <SearchInChat userId={userId} onFound={jump} onClose={() => setSearching(false)} />
          </Suspense>
        )}
        {header !== null && header.pinned.length > 0 && (
          <PinnedBar pinned={header.pinned} mayUnpin={mayWrite} onShow={jump} />
        )}
        {isRequest && header?.stranger && <MessageRequestCard name={name} sender={header.stranger} />}
        {thread.state === 'failed' && thread.rows.length === 0 ? (
          <FailedThread onRetry={thread.reload} />
        ) : thread.rows.length > 0 ? (
          <ThreadView
            ref={view}
            thread={thread}
            viewerId={viewerId}
            userId={userId}
            name={name}
            isTrusted={isTrusted}
            mayWrite={mayWrite && !isRequest}
            marksRead={!isRequest}
            about={about}
            chosen={chosen}
            onMenu={(item, x, y) => setMenu({ item, x, y })}
            onReply={(item) => runMessageAction('reply', item)}
            onQuote={({ id }) => void seqOf(id, messages).then((seq) => seq !== null && jump(seq))}
            onReact={(message, reaction) => void react(message, reaction)}
            onToggle={toggle}
            onLeave={() => (chosen ? setChosen(null) : focusField())}
          />
        ) : isReady ? (
          <EmptyThread userId={userId} name={name} about={about} mayWrite={mayWrite} onChosen={focusField} />
        ) : (
          <ThreadSkeleton />
        )}
        {left !== null && left <= FEW_NEW_CONTACTS && mayWrite && (
          <p className={styles.notice} role="status">
            {t('chat.strangers.left', { count: left })}
          </p>
        )}
        {chosen ? (
          <SelectionBar
            count={chosenMessages.length}
            onForward={() => setOpened({ of: 'forward', messages: chosenMessages })}
            onCopy={() =>
              void copyText(
                chosenMessages
                  .map(({ content }) => content)
                  .filter(Boolean)
                  .join('\n\n'),
                t('chat.copied'),
                t('chat.copyFailed'),
              )
            }
            onDelete={() => setOpened({ of: 'delete', messages: chosenMessages })}
            onCancel={() => setChosen(null)}
          />
        ) : closed ? (
          <ClosedNotice by={closed} userId={userId} />
        ) : isRequest ? (
          <MessageRequestAnswer userId={userId} onLeave={() => void navigate('/profile/messages')} />
        ) : (
          <Composer
            viewerId={viewerId}
            userId={userId}
            chat={chat}
            reply={reply}
            onReplyDone={() => setReply(null)}
            edit={edit}
            onEditDone={() => setEdit(null)}
            onEditLast={editLast}
            boardId={adId}
            about={adId === null ? null : about}
            isNewContact={left !== null}
            onSent={() => view.current?.toNewest()}
          />
        )}
        {menu && (
          <MessageMenu
            place={menu}
            mayWrite={mayWrite && !isRequest}
            onAction={(action, item) => {
              setMenu(null);
              runMessageAction(action, item);
            }}
            onReact={(reaction, { message }) => {
              closeMenu();
              if (message) void react(message, reaction);
            }}
            onClose={closeMenu}
          />
        )}
      </section>
      <aside className={styles.column} aria-label={t('chat.column')}>
        {isKnown && column}
      </aside>
      <Suspense>
        {opened?.of === 'person' && (
          <PersonSheet label={t('chat.about', { name })} onClose={close}>
            {column}
          </PersonSheet>
        )}
        {opened?.of === 'media' && (
          <MediaOverview
            userId={userId}
            onShow={(seq) => {
              close();
              jump(seq);
            }}
            onClose={close}
          />
        )}
        {opened?.of === 'info' && <MessageInfo message={opened.message} chat={chat} onClose={close} />}
        {opened?.of === 'delete' && (
          <DeleteMessages
            userId={userId}
            messages={opened.messages}
            mayBoth={closed !== 'deleted'}
            onDone={() => setChosen(null)}
            onClose={close}
          />
        )}
        {opened?.of === 'forward' && (
          <ShareDialog
            messages={opened.messages}
            isOpen
            onClose={() => {
              close();
              setChosen(null);
            }}
          />
        )}
        {opened?.of === 'deleteChat' && user && (
          <DeleteChatDialog
            user={{ id: userId, firstname: name, lastname: '' }}
            onDone={() => void navigate('/profile/messages')}
            onClose={close}
          />
        )}
        {opened?.of === 'blockChat' && user && (
          <BlockChatDialog user={{ id: userId, firstname: name, lastname: '' }} onDone={reloadHeader} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
