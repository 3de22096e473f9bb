import { useEffect, useEffectEvent } from 'react';
import { onNotification } from '../../notifications/notifications/bell-events.ts';

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
