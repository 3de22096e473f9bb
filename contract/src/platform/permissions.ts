/**
 * Staff permissions, as `area.action`. Endpoints name one, pages show what the session has, the server decides. `read`
 * of an area includes personal data and is written to the audit log.
 */
export const PERMISSIONS = [
  'users.read',
  'users.edit',
  'users.suspend',
  'users.erase',
  'users.export',
  /** Accounts of staff: their data, roles and permissions. */
  'staff.edit',
  'ads.read',
  'ads.edit',
  'reference.edit',
  'complaints.read',
  'complaints.decide',
  'moderation.decide',
  'moderation.rules',
  'feedback.read',
  'feedback.answer',
  'money.read',
  'money.refund',
  'money.grant',
  'tariffs.edit',
  'invitations.review',
  'audit.read',
  'stats.read',
  'announcements.edit',
  'features.edit',
  'site.edit',
  'documents.edit',
  'jobs.edit',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const ROLES = ['superuser', 'admin', 'manager'] as const;
export type Role = (typeof ROLES)[number];

const MANAGER: readonly Permission[] = [
  'users.read',
  'users.edit',
  'users.suspend',
  'ads.read',
  'ads.edit',
  'reference.edit',
  'complaints.read',
  'complaints.decide',
  'moderation.decide',
  'feedback.read',
  'feedback.answer',
  'stats.read',
];

const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  superuser: PERMISSIONS,
  admin: PERMISSIONS.filter((permission) => permission !== 'staff.edit'),
  manager: MANAGER,
};

interface Account {
  is_superuser: boolean;
  groups: readonly string[];
  /** Permissions of this person besides those of the role; without effect for people without a role. */
  permissions: readonly string[];
}

export function roleOf({ is_superuser, groups }: Omit<Account, 'permissions'>): Role | undefined {
  if (is_superuser) return 'superuser';
  return ROLES.find((role) => role !== 'superuser' && groups.includes(role));
}

/** All staff permissions of an account, in the order of {@link PERMISSIONS}. */
export function permissionsOf(account: Account): Permission[] {
  const role = roleOf(account);
  if (role === undefined) return [];
  return PERMISSIONS.filter(
    (permission) => ROLE_PERMISSIONS[role].includes(permission) || account.permissions.includes(permission),
  );
}
