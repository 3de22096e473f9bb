import {
  type Icon,
  IconBell,
  IconBuildingStore,
  IconDatabase,
  IconEyeOff,
  IconFlag,
  IconGavel,
  IconHeartHandshake,
  IconKey,
  IconMail,
  IconMessageCircle,
  IconPhone,
  IconReceipt,
  IconShieldLock,
  IconSparkles,
  IconTrendingUp,
  IconUserEdit,
  IconUserPlus,
} from 'virtual:icons';
import type { TextKey } from '../../platform/texts.ts';

export interface ProfileSection {
  /** `{id}` is replaced by the viewer's id. */
  to: string;
  text: TextKey<'settings'>;
  icon: Icon;
}

interface ProfileGroup {
  text: TextKey<'settings'>;
  sections: readonly ProfileSection[];
}

export const PROFILE_GROUPS: readonly ProfileGroup[] = [
  {
    text: 'settings.sections.profile',
    sections: [
      { to: '/profile/settings', text: 'settings.section.settings', icon: IconUserEdit },
      { to: '/profile/privacy', text: 'settings.section.privacy', icon: IconEyeOff },
      { to: '/profile/notifications', text: 'settings.section.notifications', icon: IconBell },
    ],
  },
  {
    text: 'settings.sections.talk',
    sections: [
      { to: '/profile/messages', text: 'settings.section.messages', icon: IconMessageCircle },
      { to: '/profile/calls', text: 'settings.section.calls', icon: IconPhone },
    ],
  },
  {
    text: 'settings.sections.money',
    sections: [
      { to: '/profile/subscription', text: 'settings.section.subscription', icon: IconSparkles },
      { to: '/profile/payments', text: 'settings.section.payments', icon: IconReceipt },
      { to: '/profile/seller', text: 'settings.section.seller', icon: IconBuildingStore },
      { to: '/profile/deals', text: 'settings.section.deals', icon: IconHeartHandshake },
      { to: '/profile/promotions', text: 'settings.section.promotions', icon: IconTrendingUp },
      { to: '/user/invite_history/{id}', text: 'settings.section.invitations', icon: IconUserPlus },
    ],
  },
  {
    text: 'settings.sections.access',
    sections: [
      { to: '/profile/security', text: 'settings.section.security', icon: IconShieldLock },
      { to: '/profile/password', text: 'settings.section.password', icon: IconKey },
      { to: '/profile/data', text: 'settings.section.data', icon: IconDatabase },
    ],
  },
  {
    text: 'settings.sections.help',
    sections: [
      { to: '/profile/complaints', text: 'settings.section.complaints', icon: IconFlag },
      { to: '/profile/feedback', text: 'settings.section.feedback', icon: IconMail },
      { to: '/profile/measures', text: 'settings.section.measures', icon: IconGavel },
    ],
  },
];

export const PROFILE_SECTIONS: readonly ProfileSection[] = PROFILE_GROUPS.flatMap(({ sections }) => sections);
