import {
  type Icon,
  IconAlertTriangle,
  IconBell,
  IconBuildingCommunity,
  IconCategory,
  IconCreditCard,
  IconFileImport,
  IconFileText,
  IconFlag,
  IconForms,
  IconGavel,
  IconGift,
  IconListSearch,
  IconMapPin,
  IconMessageReport,
  IconPalette,
  IconRobot,
  IconShieldCheck,
  IconSpeakerphone,
  IconTicket,
  IconToggleLeft,
  IconTrendingUp,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
  IconWorld,
} from 'virtual:icons';
import type { Permission } from '@app/contract/platform/permissions';
import type { TextKey } from '../../../platform/texts.ts';
import type { RequiredPermission } from './staff-host.ts';

export type Counter = 'queue' | 'complains' | 'feedback' | 'approvals' | 'registrations';

interface AdminSection {
  path: string;
  text: TextKey<'admin'>;
  icon: Icon;
  permission: RequiredPermission;
  counter?: Counter;
}

/** Permissions to approve actions that need two staff members, one per kind of action. */
export const APPROVING: readonly Permission[] = ['users.erase', 'users.export'];

interface AdminGroup {
  text: TextKey<'admin'>;
  sections: readonly AdminSection[];
}

/** Menu of the admin area in display order; only existing pages are listed. */
export const ADMIN_GROUPS: readonly AdminGroup[] = [
  {
    text: 'admin.group.people',
    sections: [
      { path: '/admin/users', text: 'admin.nav.users', icon: IconUsers, permission: 'users.read' },
      {
        path: '/admin/registrations',
        text: 'admin.nav.registrations',
        icon: IconUserPlus,
        permission: 'users.edit',
        counter: 'registrations',
      },
      {
        path: '/admin/invitation-codes',
        text: 'admin.nav.invitationCodes',
        icon: IconTicket,
        permission: 'users.edit',
      },
      {
        path: '/admin/queue',
        text: 'admin.nav.queue',
        icon: IconGavel,
        permission: 'moderation.decide',
        counter: 'queue',
      },
      {
        path: '/admin/complains',
        text: 'admin.nav.complains',
        icon: IconFlag,
        permission: 'complaints.read',
        counter: 'complains',
      },
      {
        path: '/admin/feedback',
        text: 'admin.nav.feedback',
        icon: IconMessageReport,
        permission: 'feedback.read',
        counter: 'feedback',
      },
      { path: '/admin/waves', text: 'admin.nav.waves', icon: IconUsersGroup, permission: 'users.suspend' },
      {
        path: '/admin/approvals',
        text: 'admin.nav.approvals',
        icon: IconShieldCheck,
        permission: APPROVING,
        counter: 'approvals',
      },
    ],
  },
  {
    text: 'admin.group.content',
    sections: [
      { path: '/admin/boards', text: 'admin.nav.boards', icon: IconSpeakerphone, permission: 'ads.read' },
      { path: '/admin/categories', text: 'admin.nav.categories', icon: IconCategory, permission: 'reference.edit' },
      { path: '/admin/attributes', text: 'admin.nav.attributes', icon: IconForms, permission: 'reference.edit' },
      { path: '/admin/countries', text: 'admin.nav.countries', icon: IconWorld, permission: 'reference.edit' },
      { path: '/admin/cities', text: 'admin.nav.cities', icon: IconBuildingCommunity, permission: 'reference.edit' },
      { path: '/admin/safe-places', text: 'admin.nav.safePlaces', icon: IconMapPin, permission: 'reference.edit' },
      { path: '/admin/import', text: 'admin.nav.import', icon: IconFileImport, permission: 'reference.edit' },
      { path: '/admin/rules', text: 'admin.nav.rules', icon: IconRobot, permission: 'moderation.decide' },
    ],
  },
  {
    text: 'admin.group.money',
    sections: [
      { path: '/admin/payments', text: 'admin.nav.payments', icon: IconCreditCard, permission: 'money.read' },
      { path: '/admin/tariffs', text: 'admin.nav.tariffs', icon: IconTrendingUp, permission: 'tariffs.edit' },
      { path: '/admin/invitations', text: 'admin.nav.invitations', icon: IconGift, permission: 'invitations.review' },
    ],
  },
  {
    text: 'admin.group.system',
    sections: [
      { path: '/admin/audit', text: 'admin.nav.audit', icon: IconListSearch, permission: 'audit.read' },
      {
        path: '/admin/announcements',
        text: 'admin.nav.announcements',
        icon: IconBell,
        permission: 'announcements.edit',
      },
      { path: '/admin/site', text: 'admin.nav.site', icon: IconPalette, permission: 'site.edit' },
      { path: '/admin/documents', text: 'admin.nav.documents', icon: IconFileText, permission: 'documents.edit' },
      { path: '/admin/features', text: 'admin.nav.features', icon: IconToggleLeft, permission: 'features.edit' },
      { path: '/admin/jobs', text: 'admin.nav.jobs', icon: IconAlertTriangle, permission: 'jobs.edit' },
    ],
  },
];
