import { IconSettings } from 'virtual:icons';
import type { Folder } from '@app/contract/messaging/chat';
import { Link, redirect, type ShouldRevalidateFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import { chatApi } from '#contract/messaging/chat';
import { hostContext } from '../../../platform/host.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { iconButton } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { Breadcrumbs } from '../../../ui/page/breadcrumbs.tsx';
import { PageHead } from '../../../ui/page/page-head.tsx';
import type { ChatsPage } from '../engine/chat-types.ts';
import type { Route } from './+types/messages-page.ts';
import { ChatListOf } from './chat-list.tsx';
import { addressHref, type ListAddress, MESSAGES_PATH, parseListAddress } from './list-address.ts';
import styles from './messages-page.module.css';

export const handle = {
  texts: ['chats'],
  footer: false,
  ownTitle: true,
  hidesPausedPlayer: 'folded',
} satisfies PageHandle;

interface Loaded {
  viewerId: number;
  address: ListAddress;
  /** Null when loading failed; the list then retries by itself. */
  page: ChatsPage | null;
}

export async function loader({ url, context }: Route.LoaderArgs): Promise<Loaded> {
  const { call, viewer, report = console.error } = context.get(hostContext);
  const { searchParams, search } = url;
  if (!viewer) throw redirect(`/auth?next=${encodeURIComponent(MESSAGES_PATH + search)}`);
  const address = parseListAddress(searchParams);
  const page = await call(chatApi.list, { query: address }).catch((error: unknown) => {
    report(error);
    return null;
  });
  return { viewerId: viewer.user_id, address, page };
}

/** The list loads folders and searches itself, so navigation does not run the loader again. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return !isSamePage && defaultShouldRevalidate;
}

export default function MessagesPage({ loaderData: { viewerId, address, page } }: Route.ComponentProps) {
  const t = useText('chats');
  const navigate = useNavigate();
  const { folder, search } = parseListAddress(useSearchParams()[0]);
  const go = (next: ListAddress): void => void navigate(addressHref(next), { replace: true, preventScrollReset: true });
  const isRendered = address.folder === folder && address.search === search;
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title={`${t('chats.title')} · ${t('frame.name')}`} noIndex />
      <div className={styles.crumbs}>
        <Breadcrumbs items={[{ text: t('chats.profile'), to: '/profile' }, { text: t('chats.title') }]} />
      </div>
      <h1 className={styles.title}>{t('chats.title')}</h1>
      <div className={`card ${styles.sheet}`}>
        <ChatListOf
          viewerId={viewerId}
          folder={folder}
          search={search}
          onFolder={(next: Folder) => go({ folder: next, search: '' })}
          onSearch={(next) => go({ folder, search: next })}
          rendered={isRendered ? (page ?? undefined) : undefined}
          tools={
            <Link
              to="/profile/privacy#messages"
              className={`${iconButton} ${styles.settings}`}
              aria-label={t('chats.settings')}
              title={t('chats.settings')}
            >
              <IconSettings size={20} stroke={ICON_STROKE} aria-hidden="true" />
            </Link>
          }
        />
      </div>
    </div>
  );
}
