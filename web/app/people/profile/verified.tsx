import { IconRosetteDiscountCheck } from 'virtual:icons';
import { formatDate } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import styles from './settings-form.module.css';

export function Verified({ since, isSame }: { since: string | null | undefined; isSame: boolean }) {
  const t = useText('settings');
  if (!since || !isSame) return null;
  return (
    <p className={styles.verified}>
      <IconRosetteDiscountCheck size={16} stroke={2} aria-hidden="true" />
      {t('settings.verified', { date: formatDate(since) })}
    </p>
  );
}
