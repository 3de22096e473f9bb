/** A press that came before its part of the page was alive. */
interface PreHydrationClick {
  on: Element;
  /** Milliseconds of `performance.now`. */
  at: number;
}

declare global {
  interface Window {
    earlyPress?: PreHydrationClick;
  }
}

/** On what waits for its first press; taken off when it is alive. */
const EARLY_ATTRIBUTE = 'data-early';
/** Whoever pressed longer ago than this has given up, or pressed something else. */
const CLICK_MAX_AGE_MS = 20_000;

/**
 * Runs in <head>: on a slow device seconds go by between the sight of a button and the arrival of its code, and a press in
 * between would be lost. The last one is noted. Static: its hash stands in the CSP.
 */
export const PRE_HYDRATION_CLICK_SCRIPT = `document.addEventListener('click',function(e){var b=e.target instanceof Element&&e.target.closest('[${EARLY_ATTRIBUTE}]');if(b){if(window.earlyPress)window.earlyPress.on.removeAttribute('aria-busy');window.earlyPress={on:b,at:performance.now()};b.setAttribute('aria-busy','true')}},true)`;

/** This element is alive. Answers whether it was pressed before. */
export function markHydrated(element: Element): boolean {
  element.removeAttribute(EARLY_ATTRIBUTE);
  const click = window.earlyPress;
  if (click?.on !== element) return false;
  delete window.earlyPress;
  element.removeAttribute('aria-busy');
  return performance.now() - click.at < CLICK_MAX_AGE_MS;
}
