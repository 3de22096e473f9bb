import { IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useText } from '../../../platform/i18n.tsx';
import styles from '../filter-chips.module.css';

export function FilterChip({ name, to }: { name: string; to: string }) {
  const t = useText();
  return (
    <span className={styles.chip}>
      <span className="clip1">{name}</span>
      <Link to={to} preventScrollReset className={styles.remove} aria-label={t('ads.filter.remove', { name })}>
        <IconX size={15} stroke={2} aria-hidden="true" />
      </Link>
    </span>
  );
}
