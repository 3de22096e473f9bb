import {
  type Icon,
  IconBell,
  IconDatabase,
  IconEyeOff,
  IconFlag,
  IconGavel,
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
} from '@tabler/icons-react';
import type { TextKey } from '../../platform/texts.ts';

export interface ProfileSection {
  /** `{id}` is replaced by the viewer's id. */
  to: string;
  text: TextKey<'settings'>;
  icon: Icon;
}

export const PROFILE_SECTIONS: readonly ProfileSection[] = [
  { to: '/profile/settings', text: 'settings.section.settings', icon: IconUserEdit },
  { to: '/profile/messages', text: 'settings.section.messages', icon: IconMessageCircle },
  { to: '/profile/calls', text: 'settings.section.calls', icon: IconPhone },
  { to: '/profile/privacy', text: 'settings.section.privacy', icon: IconEyeOff },
  { to: '/profile/notifications', text: 'settings.section.notifications', icon: IconBell },
  { to: '/profile/security', text: 'settings.section.security', icon: IconShieldLock },
  { to: '/profile/password', text: 'settings.section.password', icon: IconKey },
  { to: '/profile/subscription', text: 'settings.section.subscription', icon: IconSparkles },
  { to: '/profile/payments', text: 'settings.section.payments', icon: IconReceipt },
  { to: '/profile/promotions', text: 'settings.section.promotions', icon: IconTrendingUp },
  { to: '/user/invite_history/{id}', text: 'settings.section.invitations', icon: IconUserPlus },
  { to: '/profile/complaints', text: 'settings.section.complaints', icon: IconFlag },
  { to: '/profile/feedback', text: 'settings.section.feedback', icon: IconMail },
  { to: '/profile/measures', text: 'settings.section.measures', icon: IconGavel },
  { to: '/profile/data', text: 'settings.section.data', icon: IconDatabase },
];
