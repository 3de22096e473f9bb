import { permissionsOf, roleOf } from '@app/contract/platform/permissions';
import type { Account } from '@app/contract/staff/staff';
import { findPresence } from '../../people/presence/presence.public.ts';
import { targetOf } from '../../people/users/accounts.public.ts';
import { erasableFrom } from '../../people/users/erase-suspended.public.ts';
import { findPresentedUser, mayViewAccountDetails } from '../../people/users/find-presented-user.public.ts';
import { mayHandle } from '../../people/users/handle-people.public.ts';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { hasPermission, type SignedInViewer } from '../../platform/http/viewer.ts';
import { excerpt } from '../../platform/text/excerpt.ts';
import { type AccountDetails, getAccountDetails, listPublicCommentsOf, listSanctionsOf } from './account.queries.ts';

/** Sanctions that restrict the user; staff who decide about them see the latest comments. */
const RESTRICTIVE_KINDS: ReadonlySet<string> = new Set(['limit', 'freeze', 'suspend']);
const COMMENT_CHARACTERS = 300;

/** Returns all fields that the viewer may see, and records the view in the audit log. */
export async function viewAccount(services: Services, viewer: SignedInViewer, id: number): Promise<Account> {
  const { db, clock } = services;
  const [presented, details, measures, presences] = await Promise.all([
    findPresentedUser(services, viewer, id),
    getAccountDetails(db, id, clock()),
    listSanctionsOf(db, id),
    findPresence(db, [id]),
  ]);
  if (presented === undefined || details === undefined) throw new Failure('not_found');
  await recordStaffAction(db, viewer, clock(), { action: 'users.read', object: `user:${id}`, aboutUserId: id });
  const { row, user } = presented;
  const target = targetOf(row);
  const mayViewRoles = mayViewAccountDetails(viewer, target);
  const { inviter_id, inviter_name, ...counted } = details;
  const now = clock();
  const decided = measures.map(({ created_at, until_at, ended_at, ...sanction }) => ({
    ...sanction,
    timestamp: created_at.toISOString(),
    until: until_at?.toISOString() ?? null,
    running: ended_at === null && (until_at === null || until_at > now) ? (1 as const) : (0 as const),
  }));
  const isRestricted =
    row.status === 'suspended' || decided.some(({ kind, running }) => running === 1 && RESTRICTIVE_KINDS.has(kind));
  const comments = isRestricted && hasPermission(viewer, 'moderation.decide') ? await listPublicCommentsOf(db, id) : [];
  return {
    user,
    ...stateOf(row.status, details),
    last_seen: presences.get(id)?.lastSeen?.toISOString() ?? null,
    role: roleOf(row) ?? null,
    ...(mayViewRoles && {
      permissions: permissionsOf(row),
      own_permissions: permissionsOf({ is_superuser: true, groups: [], permissions: [] }).filter((permission) =>
        row.permissions.includes(permission),
      ),
    }),
    sessions: counted.sessions,
    devices: counted.devices,
    ads: counted.ads,
    publications: counted.publications,
    comments: counted.comments,
    complaints_by: counted.complaints_by,
    complaints_about: counted.complaints_about,
    invited: counted.invited,
    invited_by: inviter_id === null ? null : { id: inviter_id, name: inviter_name ?? '' },
    measures: decided,
    recent_comments: comments.map(({ message, created_at, hidden, ...comment }) => ({
      ...comment,
      text: excerpt(message, COMMENT_CHARACTERS),
      timestamp: created_at.toISOString(),
      hidden: hidden ? 1 : 0,
    })),
    can: abilities(viewer, target, row.status === 'suspended' && !details.is_erased),
  };
}

function stateOf(
  status: string,
  { activated_at, suspended_at, deleted_at, is_erased }: AccountDetails,
): Pick<Account, 'state' | 'activated' | 'suspended' | 'left' | 'erasable_from'> {
  const isSuspended = status === 'suspended';
  const accountState = isSuspended
    ? 'suspended'
    : deleted_at !== null
      ? 'left'
      : status === 'registered'
        ? 'registered'
        : 'active';
  // Users marked for erasure have the epoch as deletion date, which is not shown.
  const left = deleted_at !== null && deleted_at.getTime() > 0 ? deleted_at.toISOString() : null;
  return {
    state: is_erased ? 'erased' : accountState,
    activated: activated_at?.toISOString() ?? null,
    suspended: isSuspended ? (suspended_at?.toISOString() ?? null) : null,
    left,
    erasable_from: isSuspended && suspended_at !== null ? erasableFrom(suspended_at).toISOString() : null,
  };
}

function abilities(viewer: SignedInViewer, target: ReturnType<typeof targetOf>, isSuspended: boolean): Account['can'] {
  const isOther = target.id !== viewer.userId;
  const may = (permission: Parameters<typeof mayHandle>[2]): 0 | 1 =>
    isOther && mayHandle(viewer, target, permission) ? 1 : 0;
  return {
    edit: may('users.edit'),
    suspend: may('users.suspend'),
    erase: isSuspended ? may('users.erase') : 0,
    export: may('users.export'),
    roles: isOther && hasPermission(viewer, 'staff.edit') && (viewer.isSuperuser || !target.isSuperuser) ? 1 : 0,
    money: hasPermission(viewer, 'money.read') ? 1 : 0,
    audit: hasPermission(viewer, 'audit.read') ? 1 : 0,
  };
}
