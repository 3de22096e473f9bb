import type { Friendship } from '@app/contract/people/circle';
import type { ContactAudience } from '@app/contract/people/privacy';

export interface Relationship {
  friendship: Friendship['friendship'];
  direction: Friendship['friendship_direction'];
  isRelative: boolean;
  isBlocked: boolean;
  hasBlocked: boolean;
  /** End of the viewer's mute; null without a mute. */
  mutedUntil: Date | 'forever' | null;
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

export function isWithinAudience(
  audience: ContactAudience,
  relationship: Pick<Relationship, 'friendship' | 'isBlocked' | 'hasBlocked'>,
): boolean {
  if (relationship.isBlocked || relationship.hasBlocked) return false;
  return audience === 'all' || (audience === 'circle' && relationship.friendship === 'friend');
}
