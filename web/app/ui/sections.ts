import { type Icon, IconHome, IconUsersGroup } from '@tabler/icons-react';
import type { TextKey } from '../platform/texts.ts';

export interface Section {
  to: string;
  text: TextKey;
  icon: Icon;
  /** Whether guests see it too. */
  public: boolean;
}

/** Sections of the header, in their order. Only what exists stands here: a link never leads to a dead end. */
export const SECTIONS: readonly Section[] = [
  { to: '/', text: 'frame.nav.main', icon: IconHome, public: true },
  { to: '/circle', text: 'frame.nav.circle', icon: IconUsersGroup, public: false },
];

/** What this visitor may open. */
export function sectionsFor(sections: readonly Section[], isSignedIn: boolean): Section[] {
  return sections.filter((section) => section.public || isSignedIn);
}
