import { useText } from '../../platform/i18n.tsx';
import { Toggle } from '../../ui/form/toggle.tsx';
import styles from './email-switch.module.css';

interface EmailSwitchProps {
  /** Accessible name with the subject of the emails; only «Письма» is visible. */
  label: string;
  isOn: boolean;
  onSwitch: () => void;
}

export function EmailSwitch({ label, isOn, onSwitch }: EmailSwitchProps) {
  const t = useText('searches');
  return (
    <Toggle className={styles.letters} label={label} isOn={isOn} onSwitch={onSwitch}>
      {t('searches.letters')}
    </Toggle>
  );
}
