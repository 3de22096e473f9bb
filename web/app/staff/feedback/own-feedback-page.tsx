import { IconMail } from 'virtual:icons';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { feedbackApi } from '#contract/staff/feedback';
import { ProfileFrame } from '../../people/profile/profile-frame.tsx';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { loadOwn } from '../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../platform/page-handle.ts';
import { PagedList } from '../../ui/list/paged-list.tsx';
import type { Route } from './+types/own-feedback-page.ts';
import { FeedbackBlock } from './feedback-block.tsx';
import { FeedbackThread } from './feedback-thread.tsx';

export const handle = { texts: ['feedback', 'settings'] } satisfies PageHandle;

const PAGE_SIZE = 20;
const PATH = '/profile/feedback';

export async function loader(input: Route.LoaderArgs) {
  const { page, loaded } = await loadOwn(input, PATH, (callApi, page) =>
    callApi(feedbackApi.own, { query: { size: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } }),
  );
  return { page, thread: loaded };
}

function useOpened(thread: Route.ComponentProps['loaderData']['thread']): void {
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
      <PagedList
        path={PATH}
        page={page}
        size={PAGE_SIZE}
        icon={IconMail}
        rows={thread?.messages}
        total={thread?.total}
        failed={t('feedback.own.failed')}
        empty={{ title: t('feedback.own.empty'), text: t('feedback.own.empty.text') }}
      >
        {(messages) => <FeedbackThread messages={messages} them={t('feedback.own.me')} us={t('feedback.own.us')} />}
      </PagedList>
    </ProfileFrame>
  );
}
