/** Milliseconds after the page has loaded. */
const QUIET_MS = 2000;
/** What is measured of a first load ends here. */
const QUIET_MARK = 'quiet';
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

let quiet: Promise<void> | undefined;

declare global {
  interface Window {
    /** A part that needs scripts was seen, and started them. */
    isPartSeen?: boolean;
  }
}

/** Since before this page had scripts, somebody pressed a button, sees a part that needs them, or is in a field. */
const isInUse = (): boolean =>
  window.earlyPress !== undefined ||
  window.isPartSeen === true ||
  document.activeElement?.matches('input, textarea, select') === true;

/**
 * Resolves when what the reader came for has loaded and two seconds have passed, or at the first sign of the reader. Parts that
 * are only listening until then, or that nobody has asked for, leave the line and the processor to the page.
 */
export function whenQuiet(): Promise<void> {
  if (typeof window === 'undefined') return Promise.resolve();
  quiet ??= new Promise((resolve) => {
    const end = (): void => {
      performance.mark(QUIET_MARK);
      resolve();
    };
    for (const sign of SIGNS) window.addEventListener(sign, end, { capture: true, once: true, passive: true });
    const wait = (): void => void setTimeout(end, QUIET_MS);
    if (isInUse()) end();
    else if (document.readyState === 'complete') wait();
    else window.addEventListener('load', wait, { once: true });
  });
  return quiet;
}

/** Begins to listen; a press before the first part asks counts too. */
export function watchForQuiet(): void {
  void whenQuiet();
}
