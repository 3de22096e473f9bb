import { type ComponentProps, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { markHydrated } from '../../platform/pre-hydration-clicks.ts';

interface PreHydrationButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'ref' | 'type'> {
  onPress: () => void;
}

/** A button whose press counts even while the page that the server sent is not alive yet: it is done as soon as it can be. */
export function PreHydrationButton({ onPress, ...rest }: PreHydrationButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const press = useEffectEvent(onPress);
  // Before the browser paints or takes another press: a press is early or not, never both.
  useLayoutEffect(() => {
    if (button.current !== null && markHydrated(button.current)) press();
  }, []);
  // Pressed early it is marked as busy before React sees it.
  return <button {...rest} ref={button} type="button" data-early="" onClick={onPress} suppressHydrationWarning />;
}
