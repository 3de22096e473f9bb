import { useEffect } from 'react';
import { useText } from '../platform/i18n.tsx';
import { toast } from './toast.ts';

/**
 * Keep the page when the connection is lost. The router reloads the document when the code of the next page does not arrive; without a
 * connection that would end at the browser's own error page, with everything typed gone.
 */
export function useKeepPage(): void {
  const t = useText();
  useEffect(() => {
    if (!('navigation' in window)) return;
    const hold = (event: NavigateEvent): void => {
      if (event.navigationType !== 'reload' || event.userInitiated || !event.cancelable || navigator.onLine) return;
      event.preventDefault();
      toast.error(t('frame.error.network'));
    };
    const { navigation } = window;
    navigation.addEventListener('navigate', hold);
    return () => navigation.removeEventListener('navigate', hold);
  }, [t]);
}
