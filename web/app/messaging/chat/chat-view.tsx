import type { Chat, ChatCard, Folder } from '@app/contract/messaging/chat';
import type { User } from '@app/contract/people/users';
import { type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { chatApi } from '#contract/messaging/chat';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { whenQuiet } from '../../platform/loading/page-quiet.ts';
import { useEarlyPart } from '../../ui/hooks/use-early-part.ts';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { useWindowHeight } from '../../ui/hooks/use-window-height.ts';
import { lazyPart, quietPart } from '../../ui/lazy-part.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import { AdBar } from './ad-bar.tsx';
import { ChatDialog } from './chat-dialog.tsx';
import { ChatHeader } from './chat-header.tsx';
import type { ChatHeaderAction } from './chat-header-menu.tsx';
import styles from './chat-view.module.css';
import { type ChatClosedReason, ClosedNotice } from './closed-notice.tsx';
import { Composer } from './composer/composer.tsx';
import type { ComposerProps } from './composer/composer-props.ts';
import { react } from './engine/actions.ts';
import { findAdTalk } from './engine/ad-talk.ts';
import type { ChatHeaderData, ThreadEntry } from './engine/chat-types.ts';
import type { Thread, ThreadPage } from './engine/thread/thread-store.ts';
import { useChatHeader } from './engine/use-chat-header.ts';
import { useThread } from './engine/use-thread.ts';
import { nameOf } from './name-of.ts';
import { PersonColumn } from './person-column.tsx';
import { MessageRequestAnswer, MessageRequestCard } from './thread/message-request-card.tsx';
import { PinnedBar } from './thread/pinned-bar.tsx';
import { SelectionBar } from './thread/selection-bar.tsx';
import { EmptyThread, FailedThread, ThreadSkeleton } from './thread/thread-states.tsx';
import { type ThreadHandle, ThreadView } from './thread/thread-view.tsx';
import { type MessageActions, useMessageActions } from './use-message-actions.ts';

const MessageMenu = lazyPart(async () => (await import('./opened-parts.ts')).openedParts.MessageMenu);
const SearchInChat = lazyPart(async () => (await import('./search-in-chat.tsx')).SearchInChat);

const LoadedPersonNote = quietPart(
  async () => (await import('../../people/users/note/person-note.tsx')).LoadedPersonNote,
);

const WIDE = '(min-width: 74.91em)';
/** The remaining number of new contacts is shown from here down. */
const FEW_NEW_CONTACTS = 5;

export interface ChatViewProps {
  viewerId: number;
  userId: number;
  person: User | null;
  isGone: boolean;
  rendered: ThreadPage | null;
  renderedHeader: ChatHeaderData | null;
  adId: number | null;
  /** The `seq` of the message to show first. */
  at: number | null;
  onFolder: (folder: Folder) => void;
}

const PersonNote = ({ userId }: { userId: number }) => (
  <Suspense>
    <LoadedPersonNote userId={userId} />
  </Suspense>
);

interface SharedProps {
  viewerId: number;
  userId: number;
  chat: Chat | null;
  about: ChatCard | null;
  actions: MessageActions;
  isRequest: boolean;
}

function closedReasonOf(isGone: boolean, chat: ChatHeaderData['chat'] | null): ChatClosedReason | null {
  if (isGone || chat?.user.deleted === 1) return 'deleted';
  if (chat === null) return null;
  if (chat.blocked === 1) return 'blocked';
  return chat.may_write === 1 ? null : 'private';
}

/** Returns the `seq` of a message; one outside the loaded window is requested. */
async function seqOf(id: number, rows: readonly ThreadEntry[]): Promise<number | null> {
  for (const row of rows) if ('message' in row && row.message.id === id) return row.message.seq;
  try {
    return (await call(chatApi.one, { params: { id } })).seq;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return null;
  }
}

/** Calls back when the user returns to the page. */
function useReturn(onReturn: () => void): void {
  const handleReturn = useEffectEvent(onReturn);
  useEffect(() => {
    const handleVisibility = (): void => {
      if (document.visibilityState === 'visible') handleReturn();
    };
    document.addEventListener('visibilitychange', handleVisibility);
    return () => document.removeEventListener('visibilitychange', handleVisibility);
  }, []);
}

export function ChatView({
  viewerId,
  userId,
  person,
  isGone,
  rendered,
  renderedHeader,
  adId,
  at,
  onFolder,
}: ChatViewProps) {
  const t = useText('chat');
  const navigate = useNavigate();
  const thread = useThread(viewerId, userId, rendered ?? undefined);
  /** The ad of a message that the server may not know yet. */
  const [sentAdId, setSentAdId] = useState<number | null>(null);
  const { header, reload: reloadHeader } = useChatHeader(userId, adId ?? sentAdId ?? undefined, renderedHeader);
  const view = useRef<ThreadHandle>(null);
  const root = useEarlyPart<HTMLElement>();
  const besides = useEarlyPart<HTMLElement>();
  const actions = useMessageActions(thread.rows, root);
  const [isSearching, setSearching] = useState(false);
  useWindowHeight();
  // Loads what a press opens in advance, so that it works offline.
  useEffect(
    () =>
      void whenQuiet()
        .then(() => import('./opened-parts.ts'))
        .catch(() => undefined),
    [],
  );

  const chat = thread.chat ?? header?.chat ?? null;
  const user = chat?.user ?? person;
  const closed = closedReasonOf(isGone, chat);
  const isDeleted = closed === 'deleted';
  const name = isDeleted || user === null ? t('chat.deleted') : nameOf(user);
  const isKnown = user !== null || isGone;
  const isRequest = chat?.folder === 'requests';
  const mayWrite = closed === null && chat !== null;
  const about = header?.about ?? null;
  const { opened, setOpened } = actions;
  const isWide = useMedia(WIDE);
  const jump = (seq: number): void => view.current?.jump(seq);

  const folder = chat?.folder;
  const handleFolder = useEffectEvent(onFolder);
  useEffect(() => {
    if (folder !== undefined) handleFolder(folder);
  }, [folder]);

  // Price and state of the ad have no events.
  useReturn(reloadHeader);

  const isReady = thread.state === 'ready';
  const goTo = useEffectEvent(jump);
  useEffect(() => {
    if (isReady && at !== null) goTo(at);
  }, [isReady, at]);

  function choose(action: ChatHeaderAction): void {
    if (action === 'search') setSearching(true);
    else setOpened({ of: action });
  }

  function openPerson(): void {
    if (!isWide) setOpened({ of: 'person' });
    else if (!isDeleted) void navigate(`/user/${userId}`);
  }

  /** The address loses the ad, so that the page before is one step back. */
  function leaveAd(isSent: boolean): void {
    setSentAdId(isSent ? adId : null);
    void navigate(`/conversation/${userId}`, { replace: true, preventScrollReset: true });
  }

  const left = header?.strangers_left ?? null;
  const shared = { viewerId, userId, chat, about, actions, isRequest };
  const column = (
    <PersonColumn
      person={person}
      user={user}
      name={name}
      about={about}
      note={(isWide || opened?.of === 'person') && <PersonNote userId={userId} />}
      mayMeet={header?.may_meet === 1}
      isGone={isDeleted}
      isBlocked={chat?.blocked === 1}
      hasChat={chat?.last_message != null}
      onAction={choose}
    />
  );

  return (
    <>
      {isKnown && <PageHead title={t('chat.title', { name })} noIndex />}
      <section ref={root} className={styles.pane} data-early-part="page" aria-label={t('chat.dialog', { name })}>
        <ChatHeader
          viewerId={viewerId}
          userId={userId}
          name={isKnown ? name : ''}
          user={user}
          chat={chat}
          isGone={isDeleted}
          mayCall={closed === 'blocked' ? 0 : (person?.may_call ?? 0)}
          onPerson={openPerson}
          onAction={choose}
        />
        {about?.kind === 'ad' && adId === null && (
          <AdBar card={about} meetsWith={header?.may_meet === 1 ? userId : null} />
        )}
        {isSearching && (
          <Suspense>
            <SearchInChat userId={userId} onFound={jump} onClose={() => setSearching(false)} />
          </Suspense>
        )}
        {header !== null && header.pinned.length > 0 && (
          <PinnedBar pinned={header.pinned} mayUnpin={mayWrite} onShow={jump} />
        )}
        {isRequest && header?.stranger && <MessageRequestCard name={name} sender={header.stranger} />}
        <ThreadPane
          {...shared}
          view={view}
          root={root}
          thread={thread}
          name={name}
          at={at}
          isRendered={rendered !== null}
          isTrusted={person?.friendship === 'friend' || person?.kith === 1}
          mayWrite={mayWrite}
        />
        {left !== null && left <= FEW_NEW_CONTACTS && mayWrite && (
          <p className={styles.notice} role="status">
            {t('chat.strangers.left', { count: left })}
          </p>
        )}
        <ChatFoot
          {...shared}
          closed={closed}
          header={header}
          onHeaderChange={reloadHeader}
          boardId={adId}
          talk={findAdTalk(thread.rows, about?.id ?? 0, adId !== null)}
          isNewContact={left !== null}
          onSent={() => view.current?.toNewest()}
          onAdDone={leaveAd}
        />
      </section>
      <aside ref={besides} className={styles.column} data-early-part="page" aria-label={t('chat.column')}>
        {isKnown && column}
      </aside>
      {opened && (
        <Suspense>
          <ChatDialog
            opened={opened}
            userId={userId}
            name={name}
            chat={chat}
            isGone={isDeleted}
            person={column}
            onShow={jump}
            onSelectionDone={actions.endSelection}
            onBlocked={reloadHeader}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  );
}

interface ThreadPaneProps extends Omit<SharedProps, 'chat'> {
  view: RefObject<ThreadHandle | null>;
  root: RefObject<HTMLElement | null>;
  thread: Thread;
  name: string;
  at: number | null;
  isRendered: boolean;
  isTrusted: boolean;
  mayWrite: boolean;
}

function ThreadPane({ view, root, thread, actions, isRequest, mayWrite, ...rest }: ThreadPaneProps) {
  const { menu, chosen, runAction, setMenu, closeMenu } = actions;
  const { userId, name, about } = rest;
  const mayAct = mayWrite && !isRequest;
  const focusField = (): void => root.current?.querySelector<HTMLElement>('textarea')?.focus();
  if (thread.rows.length === 0) {
    if (thread.state === 'failed') return <FailedThread onRetry={thread.reload} />;
    if (thread.state === 'loading') return <ThreadSkeleton />;
    return <EmptyThread userId={userId} name={name} about={about} mayWrite={mayWrite} onChosen={focusField} />;
  }
  return (
    <>
      <ThreadView
        {...rest}
        ref={view}
        thread={thread}
        mayWrite={mayAct}
        marksRead={!isRequest}
        chosen={chosen}
        onMenu={(item, x, y) => setMenu({ item, x, y })}
        onReply={(item) => runAction('reply', item)}
        onQuote={({ id }) => void seqOf(id, thread.rows).then((seq) => seq !== null && view.current?.jump(seq))}
        onReact={(message, reaction) => void react(message, reaction)}
        onToggle={actions.toggle}
        onLeave={() => (chosen ? actions.endSelection() : focusField())}
      />
      {menu && (
        <Suspense>
          <MessageMenu
            place={menu}
            mayWrite={mayAct}
            onAction={runAction}
            onReact={(reaction, { message }) => {
              closeMenu();
              if (message) void react(message, reaction);
            }}
            onClose={closeMenu}
          />
        </Suspense>
      )}
    </>
  );
}

type ChatFootProps = SharedProps &
  Pick<ComposerProps, 'header' | 'onHeaderChange' | 'boardId' | 'talk' | 'isNewContact' | 'onSent' | 'onAdDone'> & {
    closed: ChatClosedReason | null;
  };

/** The bar of the selected messages, why nothing can be written, the answer to a request, or the composer. */
function ChatFoot({ actions, closed, isRequest, about, ...rest }: ChatFootProps) {
  const navigate = useNavigate();
  const { chosen, chosenMessages, setOpened } = actions;
  const { userId, boardId } = rest;
  if (chosen)
    return (
      <SelectionBar
        count={chosenMessages.length}
        onForward={() => setOpened({ of: 'forward', messages: chosenMessages })}
        onCopy={actions.copyChosen}
        onDelete={() => setOpened({ of: 'delete', messages: chosenMessages })}
        onCancel={actions.endSelection}
      />
    );
  if (closed) return <ClosedNotice by={closed} userId={userId} />;
  if (isRequest) return <MessageRequestAnswer userId={userId} onLeave={() => void navigate('/profile/messages')} />;
  return (
    <Composer
      {...rest}
      reply={actions.reply}
      onReplyDone={actions.endReply}
      edit={actions.edit}
      onEditDone={actions.endEdit}
      onEditLast={actions.editLast}
      about={boardId === null ? null : about}
    />
  );
}
