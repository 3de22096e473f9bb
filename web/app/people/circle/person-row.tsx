import { MutualCount } from './mutual-count.tsx';
import { PersonListItem, type PersonListItemProps } from './person-list-item.tsx';

export function PersonRow({ user, action, note }: Omit<PersonListItemProps, 'mutual'>) {
  const name = `${user.firstname} ${user.lastname}`.trim();
  const count = user.mutual ?? 0;
  return (
    <PersonListItem
      user={user}
      mutual={count > 0 && <MutualCount userId={user.id} name={name} count={count} />}
      action={action}
      note={note}
    />
  );
}
