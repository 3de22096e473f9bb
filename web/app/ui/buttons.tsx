import type { Icon } from 'virtual:icons';
import type { ComponentProps, ReactNode } from 'react';
import { iconButton } from './button.ts';
import { ICON_STROKE } from './icon.ts';

interface IconButtonProps extends ComponentProps<'button'> {
  icon: Icon;
  label: string;
  size?: number | undefined;
  stroke?: number;
  /** Shows the label under the pointer, too. */
  hasTooltip?: boolean;
}

/** Button that shows only an icon and is named by its label. */
export function IconButton(props: IconButtonProps) {
  const { icon: ButtonIcon, label, size = 22, stroke = ICON_STROKE, hasTooltip = false, ...rest } = props;
  return (
    <button type="button" className={iconButton} aria-label={label} title={hasTooltip ? label : undefined} {...rest}>
      <ButtonIcon size={size} stroke={stroke} aria-hidden="true" />
    </button>
  );
}

interface TextButtonProps extends ComponentProps<'button'> {
  icon?: Icon;
  text: ReactNode;
  size?: number;
  stroke?: number;
}

export function TextButton({ icon: ButtonIcon, text, size = 20, stroke = ICON_STROKE, ...rest }: TextButtonProps) {
  return (
    <button type="button" {...rest}>
      {ButtonIcon && <ButtonIcon size={size} stroke={stroke} aria-hidden="true" />}
      {text}
    </button>
  );
}
