import type { Friendship } from '@app/contract/people/circle';
import type { ContactAudience } from '@app/contract/people/privacy';

/** How a signed-in viewer and another person stand: `users` shows it, `circle` knows it. */
export interface Relationship {
  friendship: Friendship['friendship'];
  direction: Friendship['friendship_direction'];
  /** The viewer's private mark "relative". */
  isRelative: boolean;
  /** The viewer blocked the person. */
  isBlocked: boolean;
  /** The person blocked the viewer. */
  hasBlocked: boolean;
  /** The end of the viewer's silence; 'forever' without an end, null without silence. */
  mutedUntil: Date | 'forever' | null;
  /** Friends in common. */
  mutual: number;
}

export const NO_RELATIONSHIP: Relationship = {
  friendship: '',
  direction: null,
  isRelative: false,
  isBlocked: false,
  hasBlocked: false,
  mutedUntil: null,
  mutual: 0,
};

/** Whether somebody who stands so to a person is within the reach that the person chose. */
export function isWithinAudience(
  audience: ContactAudience,
  relationship: Pick<Relationship, 'friendship' | 'isBlocked' | 'hasBlocked'>,
): boolean {
  if (relationship.isBlocked || relationship.hasBlocked) return false;
  return audience === 'all' || (audience === 'circle' && relationship.friendship === 'friend');
}
