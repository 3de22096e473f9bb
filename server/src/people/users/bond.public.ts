import type { Standing } from '@app/contract/people/circle';
import type { Reach } from '@app/contract/people/privacy';

/** How a signed-in viewer and another person stand: `users` shows it, `circle` knows it. */
export interface Bond {
  friendship: Standing['friendship'];
  direction: Standing['friendship_direction'];
  /** The viewer's private mark "relative". */
  isKith: boolean;
  /** The viewer blocked the person. */
  isBlocked: boolean;
  /** The person blocked the viewer. */
  hasBlocked: boolean;
  /** The end of the viewer's silence; 'forever' without an end, null without silence. */
  mutedUntil: Date | 'forever' | null;
  /** Friends in common. */
  mutual: number;
}

export const NO_BOND: Bond = {
  friendship: '',
  direction: null,
  isKith: false,
  isBlocked: false,
  hasBlocked: false,
  mutedUntil: null,
  mutual: 0,
};

/** Whether somebody who stands so to a person is within the reach that the person chose. */
export function reaches(reach: Reach, bond: Pick<Bond, 'friendship' | 'isBlocked' | 'hasBlocked'>): boolean {
  if (bond.isBlocked || bond.hasBlocked) return false;
  return reach === 'all' || (reach === 'circle' && bond.friendship === 'friend');
}
