import { useEffect } from 'react';

/** Phones that lay their keyboard over the page: the page then ends above it. */
export function useWindowHeight(): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const root = document.documentElement;
    const follow = (): void => {
      // Zoomed in, the window is a part of the page and says nothing of a keyboard.
      if (view.scale > 1.01) return;
      root.style.setProperty('--chat-height', `${Math.round(view.height)}px`);
      // The browser moves the page up to the field; it is in sight anyhow.
      window.scrollTo(0, 0);
    };
    view.addEventListener('resize', follow);
    return () => {
      view.removeEventListener('resize', follow);
      root.style.removeProperty('--chat-height');
    };
  }, []);
}
