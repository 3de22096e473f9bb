import { IconFlag } from 'virtual:icons';
import type { OwnComplaint } from '@app/contract/trust/complaints';
import { Link } from 'react-router';
import { COMPLAINT_HOURS, complaintsApi } from '#contract/trust/complaints';
import { ProfileFrame } from '../../people/profile/profile-frame.tsx';
import { formatDate, formatDateTime } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { loadOwn } from '../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { PagedList } from '../../ui/list/paged-list.tsx';
import type { Route } from './+types/complaints-page.ts';
import styles from './complaints-page.module.css';
import { dueLabel } from './due-label.ts';

export const handle = { texts: ['complaints', 'settings'] } satisfies PageHandle;

const PAGE_SIZE = 10;
const PATH = '/profile/complaints';

export async function loader(input: Route.LoaderArgs) {
  const { page, loaded } = await loadOwn(input, PATH, (call, page) =>
    call(complaintsApi.listOwn, { query: { size: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } }),
  );
  return { page, list: loaded, now: new Date().toISOString() };
}

/** The viewer's own complaints with due time, state and answer. */
export default function ComplaintsPage({ loaderData: { page, list, now } }: Route.ComponentProps) {
  const t = useText('complaints');
  return (
    <ProfileFrame title={t('complaints.mine')}>
      <p className={styles.text}>{t('complaints.page.text', { hours: COMPLAINT_HOURS })}</p>
      <PagedList
        path={PATH}
        page={page}
        size={PAGE_SIZE}
        icon={IconFlag}
        rows={list?.complains}
        total={list?.total}
        failed={t('complaints.error')}
        empty={{
          title: t('complaints.empty.title'),
          text: t('complaints.empty.text'),
          children: page > 1 && (
            <Link to={PATH} className={button('primary')}>
              {t('complaints.mine')}
            </Link>
          ),
        }}
      >
        {(complaints) => (
          <ul className={styles.list}>
            {complaints.map((complaint) => (
              <li key={complaint.id}>
                <ComplaintCard complaint={complaint} now={now} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </ProfileFrame>
  );
}

function ComplaintCard({ complaint, now }: { complaint: OwnComplaint; now: string }) {
  const t = useText('complaints');
  const { about, reason, message, status, timestamp, due, answer } = complaint;
  const link = linkOf(complaint);
  const isOverdue = status === 'open' && due < now;
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.about}>
          <span className={styles.kind}>{t(`complaints.about.${about}`)}</span>
          {link === null ? (
            titleOf(complaint)
          ) : (
            <Link to={link} className="link">
              {titleOf(complaint)}
            </Link>
          )}
        </h2>
        <p className={styles.status} data-status={status}>
          {t(`complaints.status.${status}`)}
        </p>
      </div>
      <p className={styles.words}>
        <strong>{t(`complaints.reason.${reason}`)}</strong>
        {message && <span className={styles.message}>{message}</span>}
      </p>
      {answer && (
        <p className={styles.answer}>
          <span className={styles.kind}>{t('complaints.answer')}</span>
          {answer}
        </p>
      )}
      <p className={styles.times}>
        <time dateTime={timestamp}>{t('complaints.sentAt', { date: formatDateTime(timestamp) })}</time>
        {status === 'open' && <span>{isOverdue ? t('complaints.overdue') : dueLabel(t, due, new Date(now))}</span>}
      </p>
    </article>
  );
}

/** A deleted ad is still shown by its title. */
function linkOf({ board_id, comment_id, publish_id, publish_comment_id, complain_id }: OwnComplaint): string | null {
  const at = (id: number | null): string => (id === null ? '' : `?comment=${id}#comments`);
  if (board_id !== null) return `/ad/${board_id}${at(comment_id)}`;
  if (publish_id === null || complain_id === null) return null;
  // The address contains the reported user, who may be only the commenter; the publication is found by its id in any
  // case.
  return `/user/${complain_id}/social/${publish_id}${at(publish_comment_id)}`;
}

function titleOf({ board_name, complain_name, timestamp }: OwnComplaint): string {
  return board_name || complain_name || formatDate(timestamp);
}
