import { useText } from '../platform/i18n.tsx';
import styles from './letters-switch.module.css';

interface LettersSwitchProps {
  /** What the letters are about, in full: only «Письма» is seen. */
  label: string;
  isOn: boolean;
  onSwitch: () => void;
}

export function LettersSwitch({ label, isOn, onSwitch }: LettersSwitchProps) {
  const t = useText('searches');
  return (
    <label className={styles.letters}>
      <input type="checkbox" role="switch" checked={isOn} aria-checked={isOn} aria-label={label} onChange={onSwitch} />
      <span className={styles.track} aria-hidden="true" />
      <span aria-hidden="true">{t('searches.letters')}</span>
    </label>
  );
}
