// Styles of the lazy part, which is server-rendered before its scripts load.
import '../people/circle/friendship-button.module.css';
import { lazy, Suspense } from 'react';
import { data, Link, redirect } from 'react-router';
import { adsApi } from '#contract/market/ads';
import { usersApi } from '#contract/people/users';
import { AdCard } from '../market/ads/ad-card.tsx';
import { isApiError } from '../platform/api-error.ts';
import { hostContext } from '../platform/host.ts';
import { useText } from '../platform/i18n.tsx';
import type { PageHandle } from '../platform/page-handle.ts';
import { button } from '../ui/button.ts';
import { RedirectHome } from '../ui/frame/redirect-home.tsx';
import { PageHead } from '../ui/page/page-head.tsx';
import { UserPic } from '../ui/user-pic.tsx';
import type { Route } from './+types/friend-page.ts';
import styles from './friend-page.module.css';

const InviterFriendship = lazy(() =>
  import('../people/auth/registration/inviter-friendship.tsx').then((module) => ({
    default: module.InviterFriendship,
  })),
);

export const handle = { show: true, texts: ['registration'] } satisfies PageHandle;

const ADS_SHOWN = 4;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { call, viewer, publicUrl } = context.get(hostContext);
  const query = url.searchParams;
  const id = Number(query.get('friend_id'));
  // A link that contains only a code: the pre-registration page confirms the code.
  if (!(id > 0)) throw redirect(query.get('referral') ? `/registration?${query}` : '/');
  try {
    const [user, { boards }] = await Promise.all([
      call(usersApi.get, { params: { id }, query: { phone: 'masked' } }),
      call(adsApi.listOfFriend, { query: { friend_id: id, size: ADS_SHOWN } }),
    ]);
    if (user.deleted === 1) return data(null, { status: 404 });
    const viewerIs = viewer === null ? 'guest' : viewer.user_id === id ? 'self' : 'member';
    return data({ user, ads: boards, viewerIs: viewerIs as 'guest' | 'self' | 'member', publicUrl });
  } catch (error) {
    if (isApiError(error)) return data(null, { status: error.status >= 500 ? 503 : 404 });
    throw error;
  }
}

export default function FriendPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Invitation {...loaderData} /> : <NoInvitation />;
}

function NoInvitation() {
  const t = useText('registration');
  return <RedirectHome failure={t('registration.invite.failed')} />;
}

type InvitationProps = NonNullable<Route.ComponentProps['loaderData']>;

function Invitation({ user, ads, viewerIs, publicUrl }: InvitationProps) {
  const t = useText('registration');
  const name = `${user.firstname} ${user.lastname}`.trim();
  const heading = t('registration.invite.heading', { name });
  const place = [user.location.country?.name, user.location.city?.name];
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead
        title={`${heading} · ${t('frame.name')}`}
        description={t('registration.invite.text')}
        image={user.photo ? new URL(user.photo, publicUrl).href : undefined}
        noIndex
      />
      <section className={styles.card}>
        <UserPic firstname={user.firstname} lastname={user.lastname} photo={user.photo} size={112} />
        <div className={styles.words}>
          {viewerIs === 'self' && <p className={styles.own}>{t('registration.invite.own')}</p>}
          <h1>{heading}</h1>
          <p className="dim">{[user.position, ...place].filter(Boolean).join(' · ')}</p>
          <RegisterActions user={user} viewerIs={viewerIs} />
        </div>
      </section>
      <div className={styles.head}>
        <h2>{t('registration.invite.ads')}</h2>
        {user.ads_count > ads.length && (
          <Link to={`/user/${user.id}/ads`} className="link">
            {t('registration.invite.all')}
          </Link>
        )}
      </div>
      {ads.length === 0 ? (
        <p className="dim">{t('registration.invite.noAds')}</p>
      ) : (
        <div className={styles.grid}>
          {ads.map((ad) => (
            <AdCard key={ad.board_id} ad={ad} isNear />
          ))}
        </div>
      )}
    </div>
  );
}

function RegisterActions({ user, viewerIs }: Pick<InvitationProps, 'user' | 'viewerIs'>) {
  const t = useText('registration');
  if (viewerIs === 'self') {
    return (
      <>
        <p className={styles.text}>{t('registration.invite.ownText')}</p>
        <Link to={`/user/invite_history/${user.id}`} className={`${button('primary')} ${styles.register}`}>
          {t('registration.invite.share')}
        </Link>
      </>
    );
  }
  if (viewerIs === 'guest') {
    return (
      <>
        <p className={styles.text}>{t('registration.invite.text')}</p>
        <Link to={`/register?friend_id=${user.id}`} className={`${button('primary')} ${styles.register}`}>
          {t('frame.register')}
        </Link>
      </>
    );
  }
  return (
    <>
      <p className={styles.text}>
        {user.friendship === 'friend' && t('registration.invite.friends')}
        {user.friendship === '' && user.unavailable !== 1 && t('registration.invite.member')}
      </p>
      <div className={styles.standing}>
        {user.unavailable !== 1 && (
          <Suspense>
            <InviterFriendship user={user} />
          </Suspense>
        )}
        <Link to={`/user/${user.id}`} className={button('plain')}>
          {t('registration.invite.page')}
        </Link>
      </div>
    </>
  );
}
