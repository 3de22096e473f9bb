import type { Domain } from './texts.ts';

/** What a route tells the frame about its page: `export const handle = { … } satisfies PageHandle`. */
export interface PageHandle {
  /** Catalogues that the page shows beyond the base ones: they are there before the rendered page comes alive. */
  texts?: readonly Domain[];
  /** White "showcase" page instead of the misty grey of personal ones. */
  show?: boolean;
  /** A page of plain links and forms: its scripts wait until its pictures are there. */
  lateScripts?: boolean;
  /** On phones: a back button instead of the logo, and no bottom bar, because the page has its own action bar. */
  ownBar?: boolean;
  /** On phones: the page's own heading stands in the bar on top instead of the logo. */
  ownTitle?: boolean;
  /** Set to false on pages without a footer. */
  footer?: boolean;
  /** Set to false on pages that bring their own frame. */
  frame?: boolean;
}
