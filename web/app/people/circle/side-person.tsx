import type { User } from '@app/contract/people/users';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { MutualCount } from './mutual-count.tsx';
import { aboutPerson, PersonPic } from './person-list-item.tsx';
import styles from './side-card.module.css';

interface SidePersonProps {
  user: User;
  /** What the viewer can do, below the words about the person. */
  buttons: ReactNode;
  /** Stands beside the words. */
  children?: ReactNode;
}

/** A person in a card beside the circle: picture, name, words about them and friends in common. */
export function SidePerson({ user, buttons, children }: SidePersonProps) {
  const name = `${user.firstname} ${user.lastname}`.trim();
  const about = aboutPerson(user);
  return (
    <div className={styles.person}>
      <PersonPic user={user} size={48} />
      <div className={styles.words}>
        <Link to={`/user/${user.id}`} className={styles.name}>
          {name}
        </Link>
        {about && <p className={styles.about}>{about}</p>}
        {(user.mutual ?? 0) > 0 && <MutualCount userId={user.id} name={name} count={user.mutual ?? 0} />}
        <div className={styles.buttons}>{buttons}</div>
      </div>
      {children}
    </div>
  );
}
