import { IconSparkles, IconX } from 'virtual:icons';
import { Link } from 'react-router';
import { useText } from '../../../../platform/i18n.tsx';
import styles from '../../filter-chips.module.css';

export function FilterChip({ name, hint, to }: { name: string; hint?: string; to: string }) {
  const t = useText();
  return (
    <span className={styles.chip}>
      {hint !== undefined && (
        <>
          <IconSparkles size={15} stroke={2} aria-hidden="true" />
          <span className="sr">{hint}:</span>
        </>
      )}
      <span className="clip1" title={hint}>
        {name}
      </span>
      <Link to={to} preventScrollReset className={styles.remove} aria-label={t('ads.filter.remove', { name })}>
        <IconX size={15} stroke={2} aria-hidden="true" />
      </Link>
    </span>
  );
}
