import { type ComponentProps, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { markHydrated } from '../../platform/loading/pre-hydration.ts';

interface PreHydrationButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'ref' | 'type'> {
  onPress: () => void;
}

/** Button whose press before hydration is replayed once the component is hydrated. */
export function PreHydrationButton({ onPress, ...rest }: PreHydrationButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const press = useEffectEvent(onPress);
  // A layout effect, so that a press is handled either as early or as normal, never as both.
  useLayoutEffect(() => {
    if (button.current !== null && markHydrated(button.current)) press();
  }, []);
  // An early press sets the busy state in the DOM before React hydrates the element.
  return <button {...rest} ref={button} type="button" data-early="" onClick={onPress} suppressHydrationWarning />;
}
