import { type Icon, IconBroadcast, IconHome, IconLayoutList, IconMusic, IconUsersGroup } from '@tabler/icons-react';
import type { TextKey } from '../../platform/texts.ts';

export interface Section {
  /** `{id}` stands for the viewer's own number. */
  to: string;
  text: TextKey;
  icon: Icon;
  /** Whether guests see it too. */
  public: boolean;
}

/** Sections of the header, in their order. Only what exists stands here: a link never leads to a dead end. */
export const SECTIONS: readonly Section[] = [
  { to: '/', text: 'frame.nav.main', icon: IconHome, public: true },
  { to: '/user/{id}/social', text: 'frame.nav.feed', icon: IconLayoutList, public: false },
  { to: '/circle', text: 'frame.nav.circle', icon: IconUsersGroup, public: false },
  { to: '/user/{id}/audio', text: 'frame.nav.music', icon: IconMusic, public: false },
  { to: '/user/{id}/streams', text: 'frame.nav.streams', icon: IconBroadcast, public: false },
];

/** What this visitor may open. */
export function sectionsFor(sections: readonly Section[], viewerId: number | undefined): Section[] {
  return sections
    .filter((section) => section.public || viewerId !== undefined)
    .map((section) => ({ ...section, to: section.to.replace('{id}', String(viewerId)) }));
}
