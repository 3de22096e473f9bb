import type { ComponentProps } from 'react';
import { TextButton } from '../buttons.tsx';
import { menuRow } from './menu.tsx';

export function MenuButton(props: ComponentProps<typeof TextButton>) {
  return <TextButton className={menuRow} {...props} />;
}
