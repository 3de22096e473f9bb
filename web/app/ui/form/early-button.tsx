import { type ComponentProps, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { wake } from '../../platform/early-press.ts';

interface EarlyButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'ref' | 'type'> {
  onPress: () => void;
}

/** A button whose press counts even while the page that the server sent is not alive yet: it is done as soon as it can be. */
export function EarlyButton({ onPress, ...rest }: EarlyButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const press = useEffectEvent(onPress);
  // Before the browser paints or takes another press: a press is early or not, never both.
  useLayoutEffect(() => {
    if (button.current !== null && wake(button.current)) press();
  }, []);
  // Pressed early it is marked as busy before React sees it.
  return <button {...rest} ref={button} type="button" data-early="" onClick={onPress} suppressHydrationWarning />;
}
