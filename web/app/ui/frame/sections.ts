import {
  type Icon,
  IconBroadcast,
  IconHeart,
  IconHome,
  IconLayoutList,
  IconMapPin,
  IconMusic,
  IconUsersGroup,
} from 'virtual:icons';
import type { TextKey } from '../../platform/texts.ts';

export interface Section {
  to: string;
  text: TextKey;
  icon: Icon;
  /** People find the surroundings beside their feed. */
  isFor: 'everybody' | 'people' | 'guests';
  /** A further page of the section, which has an address of its own. */
  also?: string;
}

/** Sections of the header in display order; only existing pages are listed. */
export const SECTIONS: readonly Section[] = [
  { to: '/', text: 'frame.nav.main', icon: IconHome, isFor: 'everybody' },
  { to: '/user/{id}/social', text: 'frame.nav.feed', icon: IconLayoutList, isFor: 'people', also: '/near' },
  { to: '/near', text: 'frame.nav.near', icon: IconMapPin, isFor: 'guests' },
  { to: '/circle', text: 'frame.nav.circle', icon: IconUsersGroup, isFor: 'people' },
  { to: '/user/{id}/audio', text: 'frame.nav.music', icon: IconMusic, isFor: 'people' },
  { to: '/user/{id}/streams', text: 'frame.nav.streams', icon: IconBroadcast, isFor: 'everybody' },
];

/** Guests have favorites as well: their browser stores them. */
export const FAVORITES = { to: '/ads?tab=favourite', text: 'frame.menu.favorites', icon: IconHeart } as const;

/** The list of running streams is the same for everybody, and a guest has no id. */
const GUEST_ID = 0;

export function sectionsFor(sections: readonly Section[], viewerId: number | undefined): Section[] {
  return sections
    .filter(({ isFor }) => isFor === 'everybody' || (isFor === 'people') === (viewerId !== undefined))
    .map((section) => ({ ...section, to: section.to.replace('{id}', String(viewerId ?? GUEST_ID)) }));
}
