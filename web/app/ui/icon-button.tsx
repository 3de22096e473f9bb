import type { Icon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { iconButton } from './button.ts';
import { ICON_STROKE } from './icon.ts';

interface IconButtonProps extends ComponentProps<'button'> {
  icon: Icon;
  label: string;
  /** Shows the label as a tooltip too. */
  hasTitle?: boolean;
  size?: number;
}

/** Square button that holds only an icon. */
export function IconButton({ icon: Picture, label, hasTitle, size = 20, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`${iconButton} ${className}`}
      aria-label={label}
      title={hasTitle ? label : undefined}
      {...rest}
    >
      <Picture size={size} stroke={ICON_STROKE} aria-hidden="true" />
    </button>
  );
}
