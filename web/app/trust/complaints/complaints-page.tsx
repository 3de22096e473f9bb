import type { OwnComplaint } from '@app/contract/trust/complaints';
import { IconFlag } from '@tabler/icons-react';
import { Link, redirect } from 'react-router';
import { COMPLAINT_HOURS, complaintsApi } from '#contract/trust/complaints';
import { ProfileFrame } from '../../people/profile/profile-frame.tsx';
import { isApiError } from '../../platform/api-error.ts';
import { formatDate, formatDateTime } from '../../platform/format/format.ts';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { Pagination } from '../../ui/list/pagination.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/complaints-page.ts';
import styles from './complaints-page.module.css';
import { dueLabel } from './due-label.ts';

export const handle = { texts: ['complaints', 'settings'] } satisfies PageHandle;

const PAGE_SIZE = 10;
const PATH = '/profile/complaints';

interface Loaded {
  page: number;
  list: { complains: OwnComplaint[]; total: number } | null;
  now: string;
}

export async function loader({ request, context }: Route.LoaderArgs): Promise<Loaded> {
  const { call, viewer } = context.get(hostContext);
  if (!viewer) throw redirect(`/auth?next=${PATH}`);
  const asked = Number(new URL(request.url).searchParams.get('page'));
  const page = Number.isInteger(asked) && asked > 0 && asked < 1e6 ? asked : 1;
  const now = new Date().toISOString();
  try {
    const query = { size: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
    return { page, list: await call(complaintsApi.listOwn, { query }), now };
  } catch (error) {
    if (isApiError(error)) return { page, list: null, now };
    throw error;
  }
}

const hrefOf = (page: number): string => (page > 1 ? `${PATH}?page=${page}` : PATH);

/** The viewer's own complaints with due time, state and answer. */
export default function ComplaintsPage({ loaderData: { page, list, now } }: Route.ComponentProps) {
  const t = useText('complaints');
  return (
    <ProfileFrame title={t('complaints.mine')}>
      <p className={styles.text}>{t('complaints.page.text', { hours: COMPLAINT_HOURS })}</p>
      {list === null && (
        <Notice tone="berry" icon={<IconFlag size={40} stroke={1.5} />} title={t('complaints.error')}>
          <Link to={hrefOf(page)} className={button('primary')}>
            {t('frame.retry')}
          </Link>
        </Notice>
      )}
      {list?.complains.length === 0 && (
        <Notice
          icon={<IconFlag size={40} stroke={1.5} />}
          title={t('complaints.empty.title')}
          text={t('complaints.empty.text')}
        >
          {page > 1 && (
            <Link to={PATH} className={button('primary')}>
              {t('complaints.mine')}
            </Link>
          )}
        </Notice>
      )}
      {list !== null && list.complains.length > 0 && (
        <>
          <ul className={styles.list}>
            {list.complains.map((complaint) => (
              <li key={complaint.id}>
                <ComplaintCard complaint={complaint} now={now} />
              </li>
            ))}
          </ul>
          <Pagination current={page} count={Math.ceil(list.total / PAGE_SIZE)} hrefOf={hrefOf} />
        </>
      )}
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
