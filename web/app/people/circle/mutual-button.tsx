import { lazy, type ReactNode, Suspense, useState } from 'react';

const PeopleDialog = lazy(() =>
  import('./dialogs/people-dialog.tsx').then(({ PeopleDialog }) => ({ default: PeopleDialog })),
);

interface MutualButtonProps {
  userId: number;
  name: string;
  className: string | undefined;
  /** Where the words on the button do not say of whom the friends are. */
  label?: string;
  children: ReactNode;
}

/** Opens the list of friends that the viewer and a person share. */
export function MutualButton({ userId, name, className, label, children }: MutualButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {isOpen && (
        <Suspense>
          <PeopleDialog list="mutual" userId={userId} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
