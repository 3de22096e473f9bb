/** So much of it has to be on screen to play by itself, or so much of the screen has to be its own where it is the taller one. */
const SHARE_OF_ITSELF = 0.6;
const SHARE_OF_SCREEN = 0.5;

/** How often a growing part of something tall is looked at. */
export const IN_VIEW_THRESHOLDS = [0, 0.2, 0.3, 0.4, 0.5, SHARE_OF_ITSELF];

/** Whether somebody looks at it, as far as a page can know. */
export function isInView({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean {
  if (intersectionRatio >= SHARE_OF_ITSELF) return true;
  return rootBounds !== null && intersectionRect.height >= rootBounds.height * SHARE_OF_SCREEN;
}
