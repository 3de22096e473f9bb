import { lazy, Suspense, useState } from 'react';
import { useText } from '../../platform/i18n.tsx';
import styles from './person-list-item.module.css';

const PeopleDialog = lazy(() =>
  import('./dialogs/people-dialog.tsx').then(({ PeopleDialog }) => ({ default: PeopleDialog })),
);

interface MutualButtonProps {
  userId: number;
  name: string;
  count: number;
}

export function MutualButton({ userId, name, count }: MutualButtonProps) {
  const t = useText('circle');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.mutual}
        aria-haspopup="dialog"
        aria-label={t('circle.mutual.of', { count, name })}
        onClick={() => setOpen(true)}
      >
        {t('circle.mutual', { count })}
      </button>
      {isOpen && (
        <Suspense>
          <PeopleDialog list="mutual" userId={userId} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
