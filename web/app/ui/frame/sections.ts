import {
  type Icon,
  IconBroadcast,
  IconHeart,
  IconHome,
  IconLayoutList,
  IconMusic,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { TextKey } from '../../platform/texts.ts';

export interface Section {
  to: string;
  text: TextKey;
  icon: Icon;
  public: boolean;
}

/** Sections of the header in display order; only existing pages are listed. */
export const SECTIONS: readonly Section[] = [
  { to: '/', text: 'frame.nav.main', icon: IconHome, public: true },
  { to: '/user/{id}/social', text: 'frame.nav.feed', icon: IconLayoutList, public: false },
  { to: '/circle', text: 'frame.nav.circle', icon: IconUsersGroup, public: false },
  { to: '/user/{id}/audio', text: 'frame.nav.music', icon: IconMusic, public: false },
  { to: '/user/{id}/streams', text: 'frame.nav.streams', icon: IconBroadcast, public: true },
];

/** Guests have favorites as well: their browser stores them. */
export const FAVORITES = { to: '/ads?tab=favourite', text: 'frame.menu.favorites', icon: IconHeart } as const;

/** The list of running streams is the same for everybody, and a guest has no id. */
const GUEST_ID = 0;

export function sectionsFor(sections: readonly Section[], viewerId: number | undefined): Section[] {
  return sections
    .filter((section) => section.public || viewerId !== undefined)
    .map((section) => ({ ...section, to: section.to.replace('{id}', String(viewerId ?? GUEST_ID)) }));
}
