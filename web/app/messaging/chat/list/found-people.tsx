import type { User } from '@app/contract/people/users';
import { Link } from 'react-router';
import { aboutPerson, PersonPic } from '../../../people/circle/person-list-item.tsx';
import { useText } from '../../../platform/i18n.tsx';
import { nameOf } from '../name-of.ts';
import styles from './message-search-list.module.css';

export function PersonLink({ user, onOpen }: { user: User; onOpen?: ((userId: number) => void) | undefined }) {
  const t = useText('circle');
  const mutual = user.mutual ? t('circle.mutual', { count: user.mutual }) : '';
  const about = [aboutPerson(user), mutual].filter(Boolean).join(' · ');
  return (
    <Link to={`/conversation/${user.id}`} className={styles.row} data-row onClick={() => onOpen?.(user.id)}>
      <PersonPic user={user} size={40} />
      <span className={styles.words}>
        <b className="clip1">{nameOf(user)}</b>
        {about && <span className={styles.text}>{about}</span>}
      </span>
    </Link>
  );
}

interface FoundPeopleProps {
  people: readonly User[];
  onOpen?: ((userId: number) => void) | undefined;
}

/** People whom the viewer may write to and has no chat with among those found. */
export function FoundPeople({ people, onOpen }: FoundPeopleProps) {
  const t = useText('chats');
  if (people.length === 0) return null;
  return (
    <section aria-label={t('chats.found.people')}>
      <h2 className={styles.title}>{t('chats.found.people')}</h2>
      <ul>
        {people.map((user) => (
          <li key={user.id}>
            <PersonLink user={user} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  );
}
