import { useEffect } from 'react';

/** Ends the page above the on-screen keyboard on phones that lay it over the page. */
export function useWindowHeight(): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const root = document.documentElement;
    const follow = (): void => {
      // While zoomed in, the visual viewport says nothing about the keyboard.
      if (view.scale > 1.01) return;
      root.style.setProperty('--chat-height', `${Math.round(view.height)}px`);
      // The browser scrolls to the focused field, which is visible anyway.
      window.scrollTo(0, 0);
    };
    view.addEventListener('resize', follow);
    return () => {
      view.removeEventListener('resize', follow);
      root.style.removeProperty('--chat-height');
    };
  }, []);
}
