import { IconHourglass, IconUserOff, IconUserPlus } from 'virtual:icons';
import type { Invitation, InvitationState, InvitationTotals, OwnInvitation } from '@app/contract/money/invitations';
import { Link, redirect, useRevalidator, useRouteLoaderData } from 'react-router';
import { INVITE_HISTORY_PAGE_SIZE, INVITE_HISTORY_SIZES, invitationsApi } from '#contract/money/invitations';
import { usersApi } from '#contract/people/users';
import { ProfileFrame } from '../../people/profile/profile-frame.tsx';
import { isApiError } from '../../platform/api-error.ts';
import { formatDate, formatNumber } from '../../platform/format/format.ts';
import { hostContext } from '../../platform/host.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { useViewerEvents } from '../../platform/live/use-viewer-events.ts';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { RootData } from '../../platform/root-data.ts';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { Pagination } from '../../ui/list/pagination.tsx';
import { useIsReplacing } from '../../ui/list/use-is-replacing.ts';
import { Notice } from '../../ui/notice.tsx';
import { UserPic } from '../../ui/user-pic.tsx';
import type { Route } from './+types/invite-history-page.ts';
import { historyHref, parseHistoryAddress, shownTotals } from './history-address.ts';
import styles from './invite-history-page.module.css';
import { InviteShare } from './invite-share.tsx';

export const handle = { texts: ['settings', 'invitations'] } satisfies PageHandle;

interface Loaded {
  userId: number;
  page: number;
  size: number;
  history: { list: Invitation[]; total: number; totals: InvitationTotals; subscribed: number } | null;
  invitation: OwnInvitation | null;
  /** Name of the other user whose history staff view; null for the viewer's own history. */
  other: string | null;
}

export async function loader({ params, url, context }: Route.LoaderArgs): Promise<Loaded> {
  const { call, viewer } = context.get(hostContext);
  const userId = Number(params.user_id);
  const { page, size } = parseHistoryAddress(url.searchParams);
  const href = historyHref(userId, { page, size });
  if (!viewer) throw redirect(`/auth?next=${encodeURIComponent(href)}`);
  const isOwn = viewer.user_id === userId;
  const orNull = <T,>(part: Promise<T>): Promise<T | null> =>
    part.catch((error: unknown) => {
      if (!isApiError(error)) throw error;
      // A history that the viewer may not see redirects to the viewer's own.
      if (error.status < 500) throw redirect(historyHref(viewer.user_id, { page: 1, size: INVITE_HISTORY_PAGE_SIZE }));
      return null;
    });
  const [history, invitation, other] = await Promise.all([
    orNull(call(invitationsApi.history, { params: { user_id: userId }, query: { page, size } })),
    isOwn ? orNull(call(invitationsApi.own)) : null,
    isOwn ? null : orNull(call(usersApi.get, { params: { id: userId }, query: { phone: 'masked' } })),
  ]);
  return { userId, page, size, history, invitation, other: other && `${other.firstname} ${other.lastname}`.trim() };
}

export default function InviteHistoryPage({ loaderData }: Route.ComponentProps) {
  return <InviteHistory {...loaderData} />;
}

export function InviteHistory({ userId, page, size, history, invitation, other }: Loaded) {
  const t = useText('invitations', 'settings');
  const viewerId = useRouteLoaderData<RootData>('root')?.viewer?.user_id;
  const { revalidate } = useRevalidator();
  useViewerEvents(viewerId === userId ? viewerId : undefined, ['invitations'], () => void revalidate());
  const isReplacing = useIsReplacing(`/user/invite_history/${userId}`);
  const hrefOf = (wanted: number): string => historyHref(userId, { page: wanted, size });
  const title = other === null ? t('invitations.title') : t('invitations.titleOf', { name: other });
  return (
    <ProfileFrame title={title}>
      {other === null && (
        <div className={styles.share}>
          <InviteShare invitation={invitation} isBare />
        </div>
      )}
      {history === null && (
        <Notice tone="berry" icon={<IconUserPlus size={40} stroke={1.5} />} title={t('invitations.error')}>
          <Link to={hrefOf(page)} className={button('plain')}>
            {t('frame.retry')}
          </Link>
        </Notice>
      )}
      {history !== null && history.total === 0 && (other === null ? <HowItWorks /> : <NobodyCame />)}
      {history !== null && history.total > 0 && (
        <>
          <Totals {...history} />
          <div className={styles.head}>
            <h2>{t('invitations.list')}</h2>
            <Sizes userId={userId} size={size} total={history.total} />
          </div>
          {history.list.length === 0 ? (
            <p className="dim">
              {t('invitations.empty.page')}.{' '}
              <Link to={hrefOf(1)} className="link">
                {t('invitations.empty.first')}
              </Link>
            </p>
          ) : (
            <ul className={styles.list} aria-busy={isReplacing}>
              {history.list.map((one) => (
                <li key={one.id} className={styles.item}>
                  <Row invitation={one} />
                </li>
              ))}
            </ul>
          )}
          <Pagination current={page} count={Math.ceil(history.total / size)} hrefOf={hrefOf} />
        </>
      )}
    </ProfileFrame>
  );
}

function Totals({ totals, subscribed, total }: NonNullable<Loaded['history']>) {
  const t = useText('invitations');
  const lang = useLanguage();
  return (
    <dl className={styles.totals} aria-label={t('invitations.totals')}>
      <div>
        <dt>{t('invitations.total.all')}</dt>
        <dd>{formatNumber(lang, total)}</dd>
      </div>
      {shownTotals(totals, subscribed).map(({ state, count }) => (
        <div key={state}>
          <dt>{t(`invitations.total.${state}`)}</dt>
          <dd>{formatNumber(lang, count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Sizes({ userId, size, total }: { userId: number; size: number; total: number }) {
  const t = useText('invitations');
  if (total <= INVITE_HISTORY_PAGE_SIZE) return null;
  return (
    <nav className={styles.sizes} aria-label={t('invitations.size')}>
      {INVITE_HISTORY_SIZES.map((count) => (
        <Link
          key={count}
          to={historyHref(userId, { page: 1, size: count })}
          preventScrollReset
          aria-current={count === size ? 'true' : undefined}
        >
          {t('invitations.size.of', { count })}
        </Link>
      ))}
    </nav>
  );
}

const TONES: Readonly<Record<InvitationState, 'pine' | 'gold' | undefined>> = {
  invited: undefined,
  activated: 'pine',
  paid: 'gold',
  rewarded: 'pine',
  reversed: undefined,
  review: 'gold',
  refused: undefined,
};

/** An invited user who was deleted before any reward has no further state. */
const isOver = ({ presence, state }: Invitation): boolean =>
  presence === 'gone' && (state === 'invited' || state === 'activated');

function Row({ invitation }: { invitation: Invitation }) {
  const t = useText('invitations');
  const { state, reason, source, registered, paid } = invitation;
  const why = reason && t(`invitations.reason.${reason}`);
  const hint = state === 'review' || state === 'refused' ? why : t(`invitations.hint.${state}`);
  return (
    <article className={styles.row}>
      <Invitee invitation={invitation} />
      <p className={styles.facts}>
        <time dateTime={registered}>{t('invitations.registered', { date: formatDate(registered) })}</time>
        {', '}
        {t(`invitations.source.${source}`)}
        {paid !== null && (
          <>
            {' · '}
            <time dateTime={paid}>{t('invitations.paid', { date: formatDate(paid) })}</time>
          </>
        )}
      </p>
      {!isOver(invitation) && (
        <>
          <p className={styles.state} data-tone={TONES[state]}>
            {t(`invitations.state.${state}`)}
          </p>
          {hint && <p className={styles.hint}>{hint}</p>}
        </>
      )}
    </article>
  );
}

function Invitee({ invitation: { presence, user } }: { invitation: Invitation }) {
  const t = useText('invitations');
  if (user === null) {
    const Icon = presence === 'gone' ? IconUserOff : IconHourglass;
    return (
      <>
        <span className={styles.nobody} aria-hidden="true">
          <Icon size={20} stroke={ICON_STROKE} />
        </span>
        <h3 className={styles.name}>
          {t(presence === 'gone' ? 'invitations.user.gone' : 'invitations.user.unconfirmed')}
        </h3>
      </>
    );
  }
  const name = `${user.firstname} ${user.lastname}`.trim();
  return (
    <>
      <UserPic firstname={user.firstname} lastname={user.lastname} photo={user.photo} size={44} />
      <h3 className={styles.name}>{user.unavailable === 1 ? name : <Link to={`/user/${user.id}`}>{name}</Link>}</h3>
    </>
  );
}

function NobodyCame() {
  const t = useText('invitations');
  return <Notice icon={<IconUserPlus size={40} stroke={1.5} />} title={t('invitations.empty.other')} />;
}

function HowItWorks() {
  const t = useText('invitations');
  return (
    <section className={styles.how}>
      <h2>{t('invitations.empty.title')}</h2>
      <p className="dim">{t('invitations.empty.text')}</p>
      <ol className={styles.steps}>
        {(['link', 'join', 'reward'] as const).map((step) => (
          <li key={step}>
            <h3>{t(`invitations.how.${step}.title`)}</h3>
            <p>{t(`invitations.how.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
