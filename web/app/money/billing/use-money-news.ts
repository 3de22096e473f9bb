import { useEffect, useEffectEvent } from 'react';
import { onNews } from '../../notifications/notifications/bell-events.ts';

/** Hear that a payment of the viewer's moved, or that one may have while nobody listened. */
export function useMoneyNews(onMoved: () => void): void {
  const tell = useEffectEvent(onMoved);
  useEffect(
    () =>
      onNews((notification) => {
        if (notification === undefined || notification.kind === 'payment') tell();
      }),
    [],
  );
}
