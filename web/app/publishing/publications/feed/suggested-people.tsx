import { useId } from 'react';
import { Link } from 'react-router';
import { FollowButton } from '../../../market/follows/follow-button.tsx';
import { useText } from '../../../platform/i18n.tsx';
import { Cached } from '../../../ui/cached.tsx';
import { RecommendationsNote } from '../../../ui/recommendations-note.tsx';
import { UserPic } from '../../../ui/user-pic.tsx';
import styles from './suggested-people.module.css';
import type { SuggestedUser } from './suggested-user.ts';

interface SuggestedPeopleProps {
  people: readonly SuggestedUser[];
}

export function SuggestedPeople({ people }: SuggestedPeopleProps) {
  const t = useText('posts');
  const id = useId();
  if (people.length === 0) return null;
  return (
    <section className={`card ${styles.people}`} aria-labelledby={id}>
      <h2 id={id}>{t('posts.feed.suggest')}</h2>
      <Cached as="ul" name="suggested people" by={people}>
        <People people={people} />
      </Cached>
      <RecommendationsNote />
    </section>
  );
}

const People = ({ people }: SuggestedPeopleProps) =>
  people.map(({ id: userId, firstname, lastname, photo, about }) => (
    <li key={userId}>
      <UserPic firstname={firstname} lastname={lastname} photo={photo} size={44} />
      <span className={styles.person}>
        <Link to={`/user/${userId}`} className="clip1">
          {`${firstname} ${lastname}`.trim()}
        </Link>
        {about && <small className="clip1">{about}</small>}
      </span>
      <FollowButton userId={userId} isOn={false} count={0} />
    </li>
  ));
