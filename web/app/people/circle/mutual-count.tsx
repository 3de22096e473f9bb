import { useText } from '../../platform/i18n.tsx';
import { MutualButton } from './mutual-button.tsx';
import styles from './person-list-item.module.css';

interface MutualCountProps {
  userId: number;
  name: string;
  count: number;
}

export function MutualCount({ userId, name, count }: MutualCountProps) {
  const t = useText('circle');
  return (
    <MutualButton userId={userId} name={name} className={styles.mutual} label={t('circle.mutual.of', { count, name })}>
      {t('circle.mutual', { count })}
    </MutualButton>
  );
}
