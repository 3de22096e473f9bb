import type { LateStart } from './loading/late-scripts.ts';
import type { Domain } from './texts.ts';

/** Page options that a route passes to the frame: `export const handle = { … } satisfies PageHandle`. */
export interface PageHandle {
  /** Text domains beyond the base ones, loaded before hydration. */
  texts?: readonly Domain[];
  /** White "showcase" page instead of the misty grey of personal ones. */
  show?: boolean;
  /** Delays the scripts of guests; for pages of plain links and forms. */
  lateScripts?: LateStart;
  /**
   * What guests see depends on nothing but the address, what the loaders returned and the current quarter of an hour: the
   * server renders it once for the same values.
   */
  cachedForGuests?: boolean;
  /** The loaders leave no trace: the server runs them for the reader it last knew while it looks up the session. */
  readAhead?: boolean;
  /** On phones: a back button instead of the logo, and no bottom bar, because the page has its own action bar. */
  ownBar?: boolean;
  /** On phones: the page's heading replaces the logo in the top bar. */
  ownTitle?: boolean;
  /** Hides paused music, whose place the page needs: at once, or as soon as its bar is folded. */
  hidesPausedPlayer?: 'atOnce' | 'folded';
  /** Set to false on pages without a footer. */
  footer?: boolean;
  /** Set to false on pages that bring their own frame. */
  frame?: boolean;
}
