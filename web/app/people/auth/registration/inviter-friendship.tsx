import type { User } from '@app/contract/people/users';
import { useRevalidator } from 'react-router';
import { FriendshipButton } from '../../circle/friendship-button.tsx';

export function InviterFriendship({ user }: { user: User }) {
  const { revalidate } = useRevalidator();
  return <FriendshipButton user={user} look="wide" onOther={() => void revalidate()} />;
}
