import type { ReactNode } from 'react';
import styles from './media-control.module.css';

interface MediaControlProps {
  label: string;
  /** Shows the label as a tooltip too. */
  hasTitle?: boolean;
  isNarrow?: boolean;
  isDisabled?: boolean;
  /** Id of the popover that it opens. */
  popover?: string;
  onPress?: () => void;
  children: ReactNode;
}

/** Icon button over a picture. */
export function MediaControl({ label, hasTitle, isNarrow, isDisabled, popover, onPress, children }: MediaControlProps) {
  return (
    <button
      type="button"
      className={styles.control}
      data-narrow={isNarrow || undefined}
      aria-label={label}
      title={hasTitle ? label : undefined}
      disabled={isDisabled}
      popoverTarget={popover}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
