import type { FeedbackMessage } from '@app/contract/staff/feedback';
import { IconMail } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, redirect, useRevalidator } from 'react-router';
import { feedbackApi } from '#contract/staff/feedback';
import { ProfileFrame } from '../../people/profile/profile-frame.tsx';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { Pagination } from '../../ui/list/pagination.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/own-feedback-page.ts';
import { FeedbackBlock } from './feedback-block.tsx';
import { FeedbackThread } from './feedback-thread.tsx';

export const handle = { texts: ['feedback', 'settings'] } satisfies PageHandle;

const PAGE_SIZE = 20;
const PATH = '/profile/feedback';

interface Loaded {
  page: number;
  thread: { messages: FeedbackMessage[]; total: number; unread: number } | null;
}

export async function loader({ request, context }: Route.LoaderArgs): Promise<Loaded> {
  const { call: callApi, viewer } = context.get(hostContext);
  if (!viewer) throw redirect(`/auth?next=${PATH}`);
  const asked = Number(new URL(request.url).searchParams.get('page'));
  const page = Number.isInteger(asked) && asked > 0 && asked < 1e6 ? asked : 1;
  try {
    const query = { size: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
    return { page, thread: await callApi(feedbackApi.own, { query }) };
  } catch (error) {
    if (isApiError(error)) return { page, thread: null };
    throw error;
  }
}

const hrefOf = (page: number): string => (page > 1 ? `${PATH}?page=${page}` : PATH);

function useOpened(thread: Loaded['thread']): void {
  const upTo = thread?.unread ? thread.messages[0]?.id : undefined;
  useEffect(() => {
    if (upTo === undefined) return;
    // If this fails, the answers stay new until the next visit.
    call(feedbackApi.markOwnSeen, { body: { up_to: upTo }, isQuiet: true }).catch(() => {});
  }, [upTo]);
}

export default function OwnFeedbackPage({ loaderData: { page, thread } }: Route.ComponentProps) {
  const t = useText('feedback');
  const { revalidate } = useRevalidator();
  useOpened(thread);
  return (
    <ProfileFrame title={t('feedback.own.title')}>
      <FeedbackBlock onSent={() => void revalidate()} />
      {thread === null && (
        <Notice tone="berry" icon={<IconMail size={40} stroke={1.5} />} title={t('feedback.own.failed')}>
          <Link to={hrefOf(page)} className={button('primary')}>
            {t('frame.retry')}
          </Link>
        </Notice>
      )}
      {thread?.messages.length === 0 && (
        <Notice
          icon={<IconMail size={40} stroke={1.5} />}
          title={t('feedback.own.empty')}
          text={t('feedback.own.empty.text')}
        />
      )}
      {thread !== null && thread.messages.length > 0 && (
        <>
          <FeedbackThread messages={thread.messages} them={t('feedback.own.me')} us={t('feedback.own.us')} />
          <Pagination current={page} count={Math.ceil(thread.total / PAGE_SIZE)} hrefOf={hrefOf} />
        </>
      )}
    </ProfileFrame>
  );
}
