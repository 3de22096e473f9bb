import { formatNumber } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import styles from './speed-button.module.css';

export function SpeedButton({ speed, onPress }: { speed: number; onPress: () => void }) {
  const t = useText('composer');
  const shown = formatNumber(useLanguage(), speed);
  return (
    <button
      type="button"
      className={styles.speed}
      aria-label={t('composer.player.speed', { speed: shown })}
      title={t('composer.player.speed', { speed: shown })}
      onClick={onPress}
    >
      {shown}×
    </button>
  );
}
