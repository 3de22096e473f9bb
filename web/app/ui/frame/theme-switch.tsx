import { IconMoon } from 'virtual:icons';
import { useSyncExternalStore } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { getScheme, type Scheme, setScheme, subscribeScheme } from '../../platform/scheme.ts';
import { ICON_STROKE } from '../icon.ts';
import styles from '../switch.module.css';

const SCHEMES: readonly Scheme[] = ['auto', 'light', 'dark'];

export function ThemeSelect() {
  const t = useText();
  const scheme = useSyncExternalStore(subscribeScheme, getScheme, (): Scheme => 'auto');
  return (
    <label className={styles.switch}>
      <IconMoon size={18} stroke={ICON_STROKE} aria-hidden="true" />
      <select
        aria-label={t('frame.theme')}
        value={scheme}
        onChange={(event) => setScheme(event.target.value as Scheme)}
      >
        {SCHEMES.map((option) => (
          <option key={option} value={option}>
            {t('frame.theme')}: {t(`frame.theme.${option}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
