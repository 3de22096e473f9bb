interface PreHydrationClick {
  on: Element;
  /** Milliseconds of `performance.now()`. */
  at: number;
}

declare global {
  interface Window {
    earlyPress?: PreHydrationClick;
  }
}

/** Marks an element that waits for its first press; removed at hydration. */
const EARLY_ATTRIBUTE = 'data-early';
/** Older presses (milliseconds) are ignored, because the user has given up or pressed something else. */
const CLICK_MAX_AGE_MS = 20_000;

/**
 * Runs in <head> and records the last press before hydration, which would be lost on slow devices. The text is static,
 * because its hash is in the CSP.
 */
export const PRE_HYDRATION_CLICK_SCRIPT = `document.addEventListener('click',function(e){var b=e.target instanceof Element&&e.target.closest('[${EARLY_ATTRIBUTE}]');if(b){if(window.earlyPress)window.earlyPress.on.removeAttribute('aria-busy');window.earlyPress={on:b,at:performance.now()};b.setAttribute('aria-busy','true')}},true)`;

/** Marks the element as hydrated and returns whether it was pressed before. */
export function markHydrated(element: Element): boolean {
  element.removeAttribute(EARLY_ATTRIBUTE);
  const click = window.earlyPress;
  if (click?.on !== element) return false;
  delete window.earlyPress;
  element.removeAttribute('aria-busy');
  return performance.now() - click.at < CLICK_MAX_AGE_MS;
}
