import type { User } from '@app/contract/people/users';
import { MutualButton } from '../../../people/circle/mutual-button.tsx';
import { useText } from '../../../platform/i18n.tsx';
import { UserPic } from '../../../ui/user-pic.tsx';
import styles from './mutual-friends.module.css';

export const MUTUAL_SHOWN = 3;

export interface MutualFriendsCard {
  count: number;
  people: readonly Pick<User, 'id' | 'firstname' | 'lastname' | 'photo'>[];
}

export function toMutualCard({ list, total }: { list: readonly User[]; total: number }): MutualFriendsCard {
  return {
    count: total,
    people: list
      .slice(0, MUTUAL_SHOWN)
      .map(({ id, firstname, lastname, photo }) => ({ id, firstname, lastname, photo })),
  };
}

interface MutualFriendsProps {
  userId: number;
  name: string;
  mutual: MutualFriendsCard;
}

/** Whom the viewer knows that the seller knows too; opens the whole list. */
export function MutualFriends({ userId, name, mutual: { count, people } }: MutualFriendsProps) {
  const t = useText('ad-page');
  return (
    <MutualButton userId={userId} name={name} className={styles.mutual}>
      <span className={styles.faces} aria-hidden="true">
        {people.map(({ id, firstname, lastname, photo }) => (
          <UserPic key={id} firstname={firstname} lastname={lastname} photo={photo} size={32} />
        ))}
      </span>
      <span className={styles.words}>
        <span className={styles.count}>{t('ad-page.mutual', { count })}</span>
        <span className={styles.names}>{people.map(({ firstname }) => firstname).join(', ')}</span>
      </span>
    </MutualButton>
  );
}
