import { useEffect } from 'react';

/** Pixels; browsers' own bars are lower than any keyboard. */
const KEYBOARD_MIN = 120;

/** Ends the page above the on-screen keyboard on phones that lay it over the page. */
export function useWindowHeight(): void {
  useEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const root = document.documentElement;
    const follow = (): void => {
      // While zoomed in, the visual viewport says nothing about the keyboard.
      if (view.scale > 1.01) return;
      if (window.innerHeight - view.height < KEYBOARD_MIN) {
        root.style.removeProperty('--window-height');
        return;
      }
      root.style.setProperty('--window-height', `${Math.round(view.height)}px`);
      // The browser scrolls to the focused field, which is visible anyway.
      window.scrollTo(0, 0);
    };
    view.addEventListener('resize', follow);
    return () => {
      view.removeEventListener('resize', follow);
      root.style.removeProperty('--window-height');
    };
  }, []);
}
