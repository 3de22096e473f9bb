/**
 * Share of the element that must be visible for autoplay; for an element taller than the screen, the share of the
 * screen that it covers.
 */
const SHARE_OF_ITSELF = 0.6;
const SHARE_OF_SCREEN = 0.5;

/** Intersection thresholds; the lower ones serve elements taller than the screen. */
export const IN_VIEW_THRESHOLDS = [0, 0.2, 0.3, 0.4, 0.5, SHARE_OF_ITSELF];

export function isInView({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry): boolean {
  if (intersectionRatio >= SHARE_OF_ITSELF) return true;
  return rootBounds !== null && intersectionRect.height >= rootBounds.height * SHARE_OF_SCREEN;
}
