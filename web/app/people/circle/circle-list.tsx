import { IconHeart, IconInbox, IconSearchOff, IconSend, IconUserOff, IconUsersGroup } from 'virtual:icons';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { formatAgo } from '../../platform/format/ago.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { loadSlot } from '../../platform/slots.ts';
import { button } from '../../ui/button.ts';
import { useFocusNext } from '../../ui/form/use-focus-next.ts';
import { useIsOnline } from '../../ui/hooks/use-is-online.ts';
import { quietPart } from '../../ui/lazy-part.ts';
import { Notice } from '../../ui/notice.tsx';
import { usePresence } from '../presence/use-presence.ts';
import { type CircleAddress, circleHref, isNarrowed } from './circle-address.ts';
import styles from './circle-list.module.css';
import type { CirclePerson } from './circle-state.ts';
import { FriendshipButton } from './friendship-button.tsx';
import type { Friendship } from './friendship-status.ts';
import { CopyInvite } from './invite-card.tsx';
import { PersonRow } from './person-row.tsx';

const CallButtons = quietPart(() => loadSlot('CallButtons'));

const EMPTY_ICONS = { friends: IconUsersGroup, sent: IconSend, income: IconInbox };
const ART_ICON = { size: 40, stroke: 1.5 };

function Nobody({ address, inviteLink }: { address: CircleAddress; inviteLink: string | null }) {
  const t = useText('circle');
  const { tab, isSent } = address;
  if (isNarrowed(address)) {
    const NarrowedIcon = address.isOnline ? IconUserOff : IconSearchOff;
    return (
      <Notice
        icon={<NarrowedIcon {...ART_ICON} />}
        title={t(address.isOnline ? 'circle.empty.online.title' : 'ads.list.empty.title')}
        text={t(address.isOnline ? 'circle.empty.online.text' : 'circle.empty.found')}
      >
        <Link to={circleHref({ tab, isSent })} className={button('light')}>
          {t('circle.empty.all')}
        </Link>
      </Notice>
    );
  }
  if (tab === 'fams') {
    return (
      <Notice
        icon={<IconHeart {...ART_ICON} />}
        title={t('circle.empty.fams.title')}
        text={t('circle.empty.fams.text')}
      >
        <Link to={circleHref({})} className={button('light')}>
          {t('circle.empty.fams.look')}
        </Link>
      </Notice>
    );
  }
  const kind = tab === 'friends' ? 'friends' : isSent ? 'sent' : 'income';
  const EmptyIcon = EMPTY_ICONS[kind];
  return (
    <Notice
      icon={<EmptyIcon {...ART_ICON} />}
      title={t(`circle.empty.${kind}.title`)}
      text={t(`circle.empty.${kind}.text`)}
    >
      {inviteLink !== null && <CopyInvite link={inviteLink} look="light" />}
    </Notice>
  );
}

interface CircleListProps {
  viewerId: number;
  people: readonly CirclePerson[];
  address: CircleAddress;
  inviteLink: string | null;
  onFriendship: (id: number, friendship: Friendship) => void;
  onOther: () => void;
}

export function CircleList({ viewerId, people, address, inviteLink, onFriendship, onOther }: CircleListProps) {
  const t = useText('circle');
  const lang = useLanguage();
  const presences = usePresence(
    viewerId,
    people.map(({ user }) => user.id),
  );
  const hasConnection = useIsOnline();
  const list = useFocusNext<HTMLUListElement>(people.length);
  if (people.length === 0) return <Nobody address={address} inviteLink={inviteLink} />;
  return (
    <ul ref={list} className={`card ${styles.list}`}>
      {people.map(({ user, requestedAt: asked }) => (
        <li key={user.id}>
          <PersonRow
            user={{ ...user, online: hasConnection ? (presences.get(user.id) ?? user).online : 0 }}
            note={
              asked !== null && (
                <time dateTime={asked} suppressHydrationWarning>
                  {t('circle.asked', { ago: formatAgo(lang, asked, Date.now()) })}
                </time>
              )
            }
            action={
              <>
                {user.may_call === 1 && (
                  <Suspense fallback={<span className={styles.calls} />}>
                    <CallButtons person={user} place="line" on="wide" />
                  </Suspense>
                )}
                <FriendshipButton
                  user={user}
                  look="row"
                  onFriendship={(friendship) => onFriendship(user.id, friendship)}
                  onOther={onOther}
                />
              </>
            }
          />
        </li>
      ))}
    </ul>
  );
}
