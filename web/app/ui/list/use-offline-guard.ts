import { useEffect } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { toast } from '../toast/toast.ts';

function leadsAway({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return false;
  return (
    link.origin === location.origin && (link.target === '' || link.target === '_self') && !link.hasAttribute('download')
  );
}

/**
 * Prevents page reloads while offline. The router reloads the document when the code of the next page fails to load,
 * which offline would show the browser's error page and lose typed input. After a prevented reload the router waits
 * forever, so links are then followed by the browser itself.
 */
export function useOfflineGuard(): void {
  const t = useText();
  useEffect(() => {
    if (!('navigation' in window)) return;
    let isBlocked = false;
    const showOffline = (): void => toast.error(t('frame.error.network'));
    const blockReload = (event: NavigateEvent): void => {
      if (event.navigationType !== 'reload' || event.userInitiated || !event.cancelable || navigator.onLine) return;
      event.preventDefault();
      // A page's code has several chunks; only the first failure shows the message.
      if (!isBlocked) showOffline();
      isBlocked = true;
    };
    const follow = (event: MouseEvent): void => {
      if (!isBlocked || !leadsAway(event)) return;
      event.stopPropagation();
      if (navigator.onLine) return;
      event.preventDefault();
      showOffline();
    };
    const { navigation } = window;
    navigation.addEventListener('navigate', blockReload);
    window.addEventListener('click', follow, { capture: true });
    return () => {
      navigation.removeEventListener('navigate', blockReload);
      window.removeEventListener('click', follow, { capture: true });
    };
  }, [t]);
}
