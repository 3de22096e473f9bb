import type { Folder } from '@app/contract/messaging/chat';
import type { User } from '@app/contract/people/users';
import { Suspense, useEffect, useState } from 'react';
import {
  data,
  isRouteErrorResponse,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useRouteLoaderData,
  useSearchParams,
} from 'react-router';
import { chatApi } from '#contract/messaging/chat';
import { usersApi } from '#contract/people/users';
import { PersonMissing } from '../../people/users/lazy-person-missing.tsx';
import { isApiError } from '../../platform/api-error.ts';
import { type Host, hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { RootData } from '../../platform/root-data.ts';
import { ErrorPage } from '../../ui/frame/error-page.tsx';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import { quietBody } from '../../ui/page/quiet-body.tsx';
import type { Route } from './+types/conversation-page.ts';
import viewStyles from './chat-view.module.css';
import type { ChatViewProps } from './chat-view.tsx';
import styles from './conversation-page.module.css';
import type { ChatHeaderData } from './engine/chat-types.ts';
import type { ThreadPage } from './engine/thread/thread-store.ts';
import { ChatSkeleton } from './list/chat-skeleton.tsx';
import { usePerson } from './use-person.ts';

export const handle = {
  texts: ['chat', 'chats', 'composer'],
  ownBar: true,
  hidesPausedPlayer: 'folded',
  footer: false,
} satisfies PageHandle;

interface Loaded {
  /** Null: the page loads the person itself, or the account was erased and only messages are left. */
  person: User | null;
  isGone: boolean;
  /** The newest messages; null: the page loads them itself. */
  messages: ThreadPage | null;
  /** Null: the page loads it itself. */
  header: ChatHeaderData | null;
}

const ChatList = lazyPart(async () => (await import('./list/chat-list.tsx')).ChatList);

const { Body: ChatView, withBody } = quietBody<ChatViewProps>({
  load: async () => (await import('./chat-view.tsx')).ChatView,
  fallback: <section className={viewStyles.pane} aria-busy="true" />,
  isRendered: ({ rendered }) => rendered !== null,
});

/** Where a keyboard is at hand, what is typed before the dialog is alive goes into its field; a field in use ends the wait. */
function useEarlyField(isNewContact: boolean): void {
  useEffect(() => {
    if (isNewContact || window.matchMedia('(hover: none) and (pointer: coarse)').matches) return;
    document.querySelector<HTMLElement>('[data-conversation] textarea')?.focus({ preventScroll: true });
  }, [isNewContact]);
}

/** A tablet or a phone has no place for the list beside the dialog, and does not load it. */
const HAS_LIST = '(min-width: 62.01em)';

const FIRST_MESSAGES = 40;

/**
 * Loads messages without marking them as read; the page does that once they were visible. With more unread messages
 * than one page, or at an older message (`at`), the thread starts elsewhere.
 */
async function loadFirstMessages(
  { call, report = console.error }: Host,
  id: number,
  at: number | null,
): Promise<ThreadPage | null> {
  try {
    const page = await call(chatApi.messages, { params: { id }, query: { mark: 0, size: FIRST_MESSAGES } });
    const isWithin = at === null || page.list.some(({ seq }) => seq === at);
    return isWithin && page.chat.unread < FIRST_MESSAGES ? page : null;
  } catch (error) {
    if (!isApiError(error) || error.status >= 500) report(error);
    return null;
  }
}

/** What stands above the messages is rendered with them, so that nothing moves when it comes. */
async function loadHeader({ call, report = console.error }: Host, id: number, adId: number | null) {
  try {
    return await call(chatApi.header, { params: { id }, query: { board_id: adId } });
  } catch (error) {
    if (!isApiError(error) || error.status >= 500) report(error);
    return null;
  }
}

const idOf = (value: string | null): number | null =>
  value !== null && /^\d{1,15}$/.test(value) ? Number(value) : null;
const adOf = (query: URLSearchParams): number | null => idOf(query.get('ad') ?? query.get('board_id'));

export async function loader({ url, params, context }: Route.LoaderArgs): Promise<Loaded> {
  const host = context.get(hostContext);
  const { call, viewer, report = console.error } = host;
  const { pathname, search, searchParams } = url;
  if (!viewer) throw redirect(`/auth?next=${encodeURIComponent(pathname + search)}`);
  if (!/^\d{1,15}$/.test(params.user_id)) throw data(null, { status: 404 });
  const id = Number(params.user_id);
  if (id === viewer.user_id) throw redirect('/profile/messages');
  const opening = Promise.all([
    loadFirstMessages(host, id, idOf(searchParams.get('at'))),
    loadHeader(host, id, adOf(searchParams)),
  ]);
  try {
    const person = await call(usersApi.get, { params: { id }, query: { phone: 'masked' } });
    const [messages, header] = await opening;
    return { person, isGone: false, messages, header };
  } catch (error) {
    const isBroken = !isApiError(error) || error.status >= 500;
    if (isBroken) report(error);
    else if (error.status === 404) throw data(error.body, { status: 404 });
    const [messages, header] = await opening;
    // The chat with an erased account stays readable.
    return { person: null, isGone: !isBroken && error.status === 410, messages, header };
  }
}

/** Navigation between chats does not wait for the server; the page loads what it needs itself. */
export async function clientLoader({ params }: Route.ClientLoaderArgs): Promise<Loaded> {
  if (!/^\d{1,15}$/.test(params.user_id)) throw data(null, { status: 404 });
  return withBody({ person: null, isGone: false, messages: null, header: null });
}

/** Another ad or place in the same chat needs nothing of the server. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;

export default function ConversationPage({ loaderData, params }: Route.ComponentProps) {
  const t = useText('chat');
  const viewer = useRouteLoaderData<RootData>('root')?.viewer ?? null;
  const [query] = useSearchParams();
  const userId = Number(params.user_id);
  const [folder, setFolder] = useState<Folder>(loaderData.messages?.chat.folder ?? 'main');
  const hasList = useMedia(HAS_LIST);
  useEarlyField((loaderData.header?.strangers_left ?? null) !== null);
  const { person, status } = usePerson(userId, loaderData.person, loaderData.isGone);
  if (viewer === null) return null;
  if (status === 'missing') return <PersonMissing reason="notFound" />;
  return (
    <div className={styles.page} data-conversation="">
      <div className={styles.shell}>
        <div className={styles.list}>
          {hasList ? (
            <Suspense fallback={<ChatSkeleton isColumn />}>
              <ChatList viewerId={viewer.user_id} current={userId} opened={folder} />
            </Suspense>
          ) : (
            <ChatSkeleton isColumn />
          )}
        </div>
        <ChatView
          key={userId}
          viewerId={viewer.user_id}
          userId={userId}
          person={person}
          isGone={status === 'gone'}
          rendered={loaderData.messages}
          renderedHeader={loaderData.header}
          adId={adOf(query)}
          at={idOf(query.get('at'))}
          onFolder={setFolder}
        />
      </div>
      {person === null && <PageHead title={`${t('chat.messages')} · ${t('frame.name')}`} noIndex />}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <PersonMissing reason="notFound" />;
  return <ErrorPage error={error} />;
}
