import type { ReactNode } from 'react';
import styles from './toggle.module.css';

interface ToggleProps {
  /** Accessible name; visible only if `children` repeat it. */
  label: string;
  isOn: boolean;
  isDisabled?: boolean;
  onSwitch: (isOn: boolean) => void;
  className?: string | undefined;
  children?: ReactNode;
}

export function Toggle({ label, isOn, isDisabled = false, onSwitch, className = '', children }: ToggleProps) {
  return (
    <label className={`${styles.toggle} ${className}`}>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        aria-label={label}
        disabled={isDisabled}
        onChange={(event) => onSwitch(event.currentTarget.checked)}
      />
      <span className={styles.track} aria-hidden="true" />
      {children !== undefined && <span aria-hidden="true">{children}</span>}
    </label>
  );
}
