import type { User } from '@app/contract/people/users';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { UserPic } from '../../ui/user-pic.tsx';
import styles from './person-page.module.css';

const PeopleDialog = lazy(() =>
  import('../circle/dialogs/people-dialog.tsx').then(({ PeopleDialog }) => ({ default: PeopleDialog })),
);

export interface FriendCard {
  id: number;
  firstname: string;
  lastname: string;
  photo: string | null;
  online: boolean;
}

interface PersonFriendsProps {
  person: User;
  isOwn: boolean;
  friends: { list: readonly FriendCard[]; total: number };
}

export function PersonFriends({ person, isOwn, friends }: PersonFriendsProps) {
  const t = useText('person');
  const [isOpen, setOpen] = useState(false);
  const all = t('person.ads.all', { count: friends.total });
  return (
    <section className={`card ${styles.friends}`} aria-labelledby="person-friends">
      <div className={styles.head}>
        <h2 id="person-friends">{t('person.friends')}</h2>
        {isOwn ? (
          <Link to="/circle" className={`${button('quiet', 'small')} ${styles.all}`}>
            {all}
          </Link>
        ) : (
          <button
            type="button"
            className={`${button('quiet', 'small')} ${styles.all}`}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {all}
          </button>
        )}
      </div>
      {friends.list.length === 0 ? (
        <p className="dim">{t('person.friends.none')}</p>
      ) : (
        <ul className={styles.faces}>
          {friends.list.map(({ id, firstname, lastname, photo }) => (
            <li key={id}>
              <Link to={`/user/${id}`} title={`${firstname} ${lastname}`.trim()}>
                <UserPic firstname={firstname} lastname={lastname} photo={photo} size={56} />
                <span className="clip1">{firstname}</span>
                <span className="sr"> {lastname}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <Suspense>
          <PeopleDialog
            list="friends"
            userId={person.id}
            name={`${person.firstname} ${person.lastname}`.trim()}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
