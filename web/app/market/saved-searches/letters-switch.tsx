import { useText } from '../../platform/i18n.tsx';
import { Toggle } from '../../ui/form/toggle.tsx';
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
    <Toggle className={styles.letters} label={label} isOn={isOn} onSwitch={onSwitch}>
      {t('searches.letters')}
    </Toggle>
  );
}
