import { useEffect, useEffectEvent } from 'react';
import { onNotification } from '../../notifications/notifications/bell-events.ts';

/** Hear that a payment of the viewer's moved, or that one may have while nobody listened. */
export function useBillingEvents(onMoved: () => void): void {
  const handleChange = useEffectEvent(onMoved);
  useEffect(
    () =>
      onNotification((notification) => {
        if (notification === undefined || notification.kind === 'payment') handleChange();
      }),
    [],
  );
}
