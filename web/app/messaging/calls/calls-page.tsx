import { IconPhone, IconPhoneIncoming, IconPhoneOff, IconPhoneOutgoing, IconUsers, IconVideo } from 'virtual:icons';
import type { PastCall } from '@app/contract/messaging/calls';
import { Link, redirect } from 'react-router';
import { callsApi } from '#contract/messaging/calls';
import { ProfileFrame } from '../../people/profile/profile-frame.tsx';
import { isApiError } from '../../platform/api-error.ts';
import { cut, formatDateTime } from '../../platform/format/format.ts';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button, iconButton } from '../../ui/button.ts';
import { PreHydrationButton } from '../../ui/form/pre-hydration-button.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import { Pagination } from '../../ui/list/pagination.tsx';
import { Notice } from '../../ui/notice.tsx';
import { UserPic } from '../../ui/user-pic.tsx';
import type { Route } from './+types/calls-page.ts';
import styles from './calls-page.module.css';
import { startCall } from './start-call.ts';
import { formatTimer } from './window/format-timer.ts';

export const handle = { texts: ['calls', 'settings'] } satisfies PageHandle;

const PAGE_SIZE = 25;
const PATH = '/profile/calls';
const NAMES_MAX = 3;
const TITLE_MAX = 60;
const MINUTE = 60;
const ICON = { size: 18, stroke: ICON_STROKE, 'aria-hidden': true } as const;

interface Loaded {
  page: number;
  past: { list: PastCall[]; total: number } | null;
}

export async function loader({ url, context }: Route.LoaderArgs): Promise<Loaded> {
  const { call, viewer } = context.get(hostContext);
  if (!viewer) throw redirect(`/auth?next=${PATH}`);
  const asked = Number(url.searchParams.get('page'));
  const page = Number.isInteger(asked) && asked > 0 && asked < 1e6 ? asked : 1;
  try {
    return { page, past: await call(callsApi.history, { query: { size: PAGE_SIZE, page } }) };
  } catch (error) {
    if (isApiError(error)) return { page, past: null };
    throw error;
  }
}

const hrefOf = (page: number): string => (page > 1 ? `${PATH}?page=${page}` : PATH);

export default function CallsPage({ loaderData: { page, past } }: Route.ComponentProps) {
  const t = useText('calls');
  return (
    <ProfileFrame title={t('calls.history')}>
      {past === null && (
        <Notice tone="berry" icon={<IconPhoneOff size={40} stroke={1.5} />} title={t('calls.history.failed')}>
          <Link to={hrefOf(page)} className={button('primary')}>
            {t('frame.retry')}
          </Link>
        </Notice>
      )}
      {past?.list.length === 0 && (
        <Notice
          icon={<IconPhone size={40} stroke={1.5} />}
          title={t('calls.history.empty')}
          text={t('calls.history.emptyText')}
        >
          <Link to={page > 1 ? PATH : '/circle'} className={button('primary')}>
            {t(page > 1 ? 'calls.history' : 'calls.history.circle')}
          </Link>
        </Notice>
      )}
      {past !== null && past.list.length > 0 && (
        <>
          <ul className={styles.list}>
            {past.list.map((one) => (
              <li key={one.room_id}>
                <PastCallRow past={one} />
              </li>
            ))}
          </ul>
          <Pagination current={page} count={Math.ceil(past.total / PAGE_SIZE)} hrefOf={hrefOf} />
        </>
      )}
    </ProfileFrame>
  );
}

function useName({ people }: PastCall): string {
  const t = useText('calls');
  const names = people.map(({ firstname, lastname }) => `${firstname} ${lastname}`.trim()).filter(Boolean);
  if (names.length === 0) return t('calls.history.gone');
  const left = names.length - NAMES_MAX;
  const shown = names.slice(0, NAMES_MAX).join(', ');
  return left > 0 ? t('calls.history.andMore', { names: shown, count: left }) : shown;
}

function PastCallRow({ past }: { past: PastCall }) {
  const t = useText('calls');
  const { people, outgoing, outcome, video, ad, created, duration_s, recorded_s } = past;
  const name = useName(past);
  const [only, ...more] = people;
  const way = outgoing === 1 ? 'out' : 'in';
  const isMissed = outgoing === 0 && outcome === 'missed';
  const Icon = outcome !== 'answered' ? IconPhoneOff : outgoing === 1 ? IconPhoneOutgoing : IconPhoneIncoming;
  // Users who erased their account have no name and cannot be called.
  const ids = people.filter(({ firstname, lastname }) => firstname || lastname).map(({ user_id }) => user_id);
  const Again = video === 1 ? IconVideo : IconPhone;
  return (
    <article className={styles.line} data-missed={isMissed || undefined}>
      {only !== undefined && more.length === 0 ? (
        <UserPic firstname={only.firstname} lastname={only.lastname} photo={only.photo} size={48} />
      ) : (
        <span className={styles.group} aria-hidden="true">
          <IconUsers size={24} stroke={ICON_STROKE} />
        </span>
      )}
      <div className={styles.words}>
        <h2 className={styles.name}>
          {only !== undefined && more.length === 0 && ids.length === 1 ? (
            <Link to={`/user/${only.user_id}`}>{name}</Link>
          ) : (
            name
          )}
        </h2>
        <p className={styles.about}>
          <span className={styles.outcome}>
            <Icon {...ICON} />
            {t(outcome === 'answered' ? `calls.history.${way}` : `calls.history.${way}.${outcome}`)}
          </span>
          {outcome === 'answered' && <span className="num">{formatTimer(duration_s)}</span>}
          {recorded_s > 0 && (
            <span>{t('calls.history.recorded', { count: Math.max(1, Math.round(recorded_s / MINUTE)) })}</span>
          )}
          <time dateTime={created}>{formatDateTime(created)}</time>
        </p>
        {ad !== null && (
          <p className={styles.about}>
            {ad.state === 'gone' ? (
              cut(ad.title, TITLE_MAX)
            ) : (
              <Link to={ad.link} className="link">
                {cut(ad.title, TITLE_MAX)}
              </Link>
            )}
          </p>
        )}
      </div>
      {ids.length > 0 && (
        <PreHydrationButton
          className={iconButton}
          aria-label={t('calls.history.again', { name })}
          title={t(video === 1 ? 'calls.video' : 'calls.audio')}
          onPress={() => startCall(ids, { video: video === 1, adId: ad?.id })}
        >
          <Again size={22} stroke={ICON_STROKE} aria-hidden="true" />
        </PreHydrationButton>
      )}
    </article>
  );
}
