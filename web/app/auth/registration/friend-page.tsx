import { useEffect } from 'react';
import { Link, redirect, useNavigate } from 'react-router';
import { adsApi } from '#contract/ads';
import { usersApi } from '#contract/users';
import { AdCard } from '../../ads/ad-card.tsx';
import { isApiError } from '../../platform/api-error.ts';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { toast } from '../../ui/toast.ts';
import { UserPic } from '../../ui/user-pic.tsx';
import type { Route } from './+types/friend-page.ts';
import styles from './friend-page.module.css';
import { keepInvitation } from './invitation.ts';

export const handle = { show: true, texts: ['registration'] } satisfies PageHandle;

/** As many as a person's own page previews. */
const ADS_SHOWN = 4;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call, viewer } = context.get(hostContext);
  const query = new URL(request.url).searchParams;
  const id = Number(query.get('friend_id'));
  // A link with a code only: the code is confirmed on the page before registration.
  if (!(id > 0)) throw redirect(query.get('referral') ? `/registration?${query}` : '/');
  const [user, { boards }] = await Promise.all([
    call(usersApi.get, { params: { id }, query: { phone: 'masked' } }).catch(nobody),
    call(adsApi.listOfFriend, { query: { friend_id: id, size: ADS_SHOWN } }),
  ]);
  if (user === null) return null;
  const { firstname, lastname, photo, position, location } = user;
  return {
    friend: { id, firstname, lastname, photo, position, place: [location.country?.name, location.city?.name] },
    ads: boards,
    isSignedIn: viewer !== null,
  };
}

function nobody(error: unknown): null {
  if (isApiError(error)) return null;
  throw error;
}

/** Where an invitation leads: who invites, what they offer, and the way in. */
export default function FriendPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Invitation {...loaderData} /> : <NoInvitation />;
}

/** An invitation that leads nowhere says so on the main page. */
function NoInvitation() {
  const t = useText('registration');
  const navigate = useNavigate();
  const failure = t('registration.invite.failed');
  useEffect(() => {
    toast.error(failure);
    void navigate('/', { replace: true });
  }, [failure, navigate]);
  return null;
}

type InvitationProps = NonNullable<Route.ComponentProps['loaderData']>;

function Invitation({ friend, ads, isSignedIn }: InvitationProps) {
  const t = useText('registration');
  useEffect(() => keepInvitation(localStorage, friend.id), [friend.id]);
  const name = `${friend.firstname} ${friend.lastname}`.trim();
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead
        title={`${t('registration.invite.title')} · ${t('frame.name')}`}
        description={t('registration.invite.text')}
        noIndex
      />
      <section className={styles.card}>
        <UserPic firstname={friend.firstname} lastname={friend.lastname} photo={friend.photo} size={96} />
        <div>
          <h1>{t('registration.invite.heading', { name })}</h1>
          <p className="dim">{[friend.position, ...friend.place].filter(Boolean).join(' · ')}</p>
          <p className={styles.text}>{t('registration.invite.text')}</p>
          {!isSignedIn && (
            <Link to={`/register?friend_id=${friend.id}`} className={button('primary')}>
              {t('frame.register')}
            </Link>
          )}
        </div>
      </section>
      <h2 className={styles.heading}>{t('registration.invite.ads')}</h2>
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
