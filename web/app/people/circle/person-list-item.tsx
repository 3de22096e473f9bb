import type { User } from '@app/contract/people/users';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { UserPic } from '../../ui/user-pic.tsx';
import styles from './person-list-item.module.css';

export type RowPerson = Pick<
  User,
  'id' | 'firstname' | 'lastname' | 'photo' | 'position' | 'location' | 'online' | 'mutual' | 'kith'
>;

export function aboutPerson({ position, location }: Pick<User, 'position' | 'location'>): string {
  return [position, location.city?.name ?? location.country?.name].filter(Boolean).join(' · ');
}

export function PersonPic({ user, size }: { user: Omit<RowPerson, 'position' | 'location'>; size: number }) {
  const t = useText('circle');
  return (
    <span className={styles.pic}>
      <UserPic firstname={user.firstname} lastname={user.lastname} photo={user.photo} size={size} />
      {user.online === 1 && (
        <span className={styles.online} role="img" aria-label={t('circle.online')} title={t('circle.online')} />
      )}
    </span>
  );
}

export interface PersonListItemProps {
  user: RowPerson;
  mutual?: ReactNode;
  action?: ReactNode;
  note?: ReactNode;
}

export function PersonListItem({ user, mutual, action, note }: PersonListItemProps) {
  const t = useText('circle');
  const about = aboutPerson(user);
  const name = `${user.firstname} ${user.lastname}`.trim();
  return (
    <div className={styles.row}>
      <PersonPic user={user} size={56} />
      <div className={styles.words}>
        <p className={styles.head}>
          <Link to={`/user/${user.id}`} className={styles.name}>
            {name}
          </Link>
          {user.kith === 1 && (
            <span className={styles.kith} title={t('circle.kith.explain')}>
              {t('circle.kith.mark')}
            </span>
          )}
        </p>
        {about && <p className={styles.about}>{about}</p>}
        {mutual}
        {note && <p className={styles.about}>{note}</p>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
