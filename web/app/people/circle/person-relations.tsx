import type { User } from '@app/contract/people/users';
import { FriendshipButton } from './friendship-button.tsx';
import { MutualCount } from './mutual-count.tsx';

export function PersonRelations({ person, onChange }: { person: User; onChange: () => void }) {
  const count = person.mutual ?? 0;
  return (
    <>
      {count > 0 && (
        <div data-mutual="">
          <MutualCount userId={person.id} name={`${person.firstname} ${person.lastname}`.trim()} count={count} />
        </div>
      )}
      <FriendshipButton user={person} look="wide" onOther={onChange} />
    </>
  );
}
