import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'light' | 'plain' | 'outline' | 'quiet' | 'danger';

/** Class of a button or of a link that looks like one; pages without Mantine use it on plain elements. */
export function button(look: ButtonVariant, ...more: ('small' | 'wide')[]): string {
  return [styles.button, styles[look], ...more.map((name) => styles[name])].join(' ');
}

/** Class of a square button that holds only an icon; it needs an `aria-label`. */
export const iconButton: string = styles.icon ?? '';
