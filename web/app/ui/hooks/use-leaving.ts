import { useEffect, useEffectEvent } from 'react';

/** Navigation inside the site unmounts the field; hiding and closing the page do not. */
export function useLeaving(onHidden: () => void, onUnmount: () => void): void {
  const handleHidden = useEffectEvent(onHidden);
  const handleUnmount = useEffectEvent(onUnmount);
  useEffect(() => {
    const aborter = new AbortController();
    const { signal } = aborter;
    window.addEventListener('pagehide', () => handleHidden(), { signal });
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState === 'hidden') handleHidden();
      },
      { signal },
    );
    return () => {
      aborter.abort();
      handleUnmount();
    };
  }, []);
}
