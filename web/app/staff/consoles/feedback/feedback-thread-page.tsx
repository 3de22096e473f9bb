import { useEffect } from 'react';
import { Link, useRevalidator } from 'react-router';
import { feedbackApi } from '#contract/staff/feedback';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { orFailed } from '../../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { LoadFailed } from '../../../ui/list/load-failed.tsx';
import { Pagination } from '../../../ui/list/pagination.tsx';
import { FeedbackThread } from '../../feedback/feedback-thread.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { staffHost, useMayDo } from '../frame/staff-host.ts';
import { parseTableQuery, tableHref } from '../table/table-query.ts';
import type { Route } from './+types/feedback-thread-page.ts';
import { FeedbackAnswer } from './feedback-answer.tsx';

export const handle = { texts: ['admin', 'feedback', 'errors'], frame: false } satisfies PageHandle;

const PAGE_SIZE = 50;

export async function loader(input: Route.LoaderArgs) {
  const { call } = staffHost(input, 'feedback.read');
  const { page } = parseTableQuery(input.url.searchParams);
  const userId = Number(input.params.user_id) || 0;
  const query = { size: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  return { userId, page, thread: await orFailed(call(feedbackApi.thread, { params: { user_id: userId }, query })) };
}

export default function FeedbackThreadPage({ loaderData: { userId, page, thread } }: Route.ComponentProps) {
  const t = useText('admin', 'feedback');
  const { revalidate } = useRevalidator();
  const mayAnswer = useMayDo('feedback.answer');
  const upTo = thread?.messages[0]?.id;
  useEffect(() => {
    // Opening the thread marks its messages as seen, so the menu counter decreases.
    if (upTo === undefined) return;
    call(feedbackApi.markSeen, { params: { user_id: userId }, body: { up_to: upTo }, isQuiet: true }).then(
      ({ count }) => count > 0 && void revalidate(),
      () => {},
    );
  }, [upTo, userId, revalidate]);
  return (
    <AdminPage title={thread?.user_name || t('feedback.staff.title')} total={thread?.total}>
      <p>
        <Link to="/admin/feedback" className="link">
          {t('feedback.staff.title')}
        </Link>
        {thread && ` · ${thread.email}`}
      </p>
      {thread === null ? (
        <LoadFailed title={t('admin.failed')} />
      ) : (
        <>
          {mayAnswer && <FeedbackAnswer userId={userId} upTo={upTo} />}
          <FeedbackThread messages={thread.messages} them={thread.user_name} us={t('feedback.staff.us')} />
          <Pagination
            current={page}
            count={Math.ceil(thread.total / PAGE_SIZE)}
            hrefOf={(next) => tableHref(`/admin/feedback/${userId}`, new URLSearchParams(), { page: next })}
          />
        </>
      )}
    </AdminPage>
  );
}
