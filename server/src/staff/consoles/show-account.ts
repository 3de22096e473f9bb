import { permissionsOf, roleOf } from '@app/contract/staff/permissions';
import type { Account } from '@app/contract/staff/staff';
import { findPresence } from '../../people/presence/presence.public.ts';
import { targetOf } from '../../people/users/accounts.public.ts';
import { erasableFrom } from '../../people/users/erase-suspended.public.ts';
import { mayHandle } from '../../people/users/handle-people.public.ts';
import { findShown, maySeeWhole } from '../../people/users/show-account.public.ts';
import { noteAction } from '../../platform/audit-log/note-action.public.ts';
import { excerpt } from '../../platform/excerpt.ts';
import { Failure } from '../../platform/failure.ts';
import { hasPermission, type SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { type AccountFacts, getAccountFacts, listMeasuresOf, listOpenCommentsOf } from './account.queries.ts';

/** Measures that stop somebody, in whole or in part: whoever decides how it goes on reads what they wrote. */
const STOPPING: ReadonlySet<string> = new Set(['limit', 'freeze', 'suspend']);
const COMMENT_SIGNS = 300;

/** All that this viewer may see of a person. The look is written down. */
export async function showAccount(services: Services, viewer: SignedInViewer, id: number): Promise<Account> {
  const { db, clock } = services;
  const [shown, facts, measures, presences] = await Promise.all([
    findShown(services, viewer, id),
    getAccountFacts(db, id, clock()),
    listMeasuresOf(db, id),
    findPresence(db, [id]),
  ]);
  if (shown === undefined || facts === undefined) throw new Failure('not_found');
  await noteAction(db, viewer, clock(), { action: 'users.read', object: `user:${id}`, aboutUserId: id });
  const { row, user } = shown;
  const target = targetOf(row);
  const seesRoles = maySeeWhole(viewer, target);
  const { inviter_id, inviter_name, ...counted } = facts;
  const now = clock();
  const decided = measures.map(({ created_at, until_at, ended_at, ...measure }) => ({
    ...measure,
    timestamp: created_at.toISOString(),
    until: until_at?.toISOString() ?? null,
    running: ended_at === null && (until_at === null || until_at > now) ? (1 as const) : (0 as const),
  }));
  const isStopped =
    row.status === 'suspended' || decided.some(({ kind, running }) => running === 1 && STOPPING.has(kind));
  const comments = isStopped && hasPermission(viewer, 'moderation.decide') ? await listOpenCommentsOf(db, id) : [];
  return {
    user,
    ...stateOf(row.status, facts),
    last_seen: presences.get(id)?.lastSeen?.toISOString() ?? null,
    role: roleOf(row) ?? null,
    ...(seesRoles && {
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
      text: excerpt(message, COMMENT_SIGNS),
      timestamp: created_at.toISOString(),
      hidden: hidden ? 1 : 0,
    })),
    can: abilities(viewer, target, row.status === 'suspended' && !facts.is_erased),
  };
}

function stateOf(
  status: string,
  { activated_at, suspended_at, deleted_at, is_erased }: AccountFacts,
): Pick<Account, 'state' | 'activated' | 'suspended' | 'left' | 'erasable_from'> {
  const isSuspended = status === 'suspended';
  const standing = isSuspended
    ? 'suspended'
    : deleted_at !== null
      ? 'left'
      : status === 'registered'
        ? 'registered'
        : 'active';
  // Whoever waits for erasure has left long ago by that mark: the date says nothing then.
  const left = deleted_at !== null && deleted_at.getTime() > 0 ? deleted_at.toISOString() : null;
  return {
    state: is_erased ? 'erased' : standing,
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
