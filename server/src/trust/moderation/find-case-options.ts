import type { CaseAction } from '@app/contract/trust/cases';
import { findAccount, isStaffAccount } from '../../people/users/accounts.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { hasPermission, type SignedInViewer } from '../../platform/http/viewer.ts';
import { actionsFor } from './case-actions.ts';
import type { CaseRow } from './cases.queries.ts';
import { findModerationTarget, type ModerationTargetView, parseObjectRef } from './moderation-target.public.ts';

export interface CaseOptions {
  target: ModerationTargetView | undefined;
  actions: CaseAction[];
  canHide: boolean;
}

export async function findCaseOptions(services: Services, viewer: SignedInViewer, row: CaseRow): Promise<CaseOptions> {
  const { kind, id } = parseObjectRef(row.object);
  const known = findModerationTarget(kind);
  const target = await known?.find(services, id);
  const canHide = target !== undefined && target.state !== 'hidden' && known?.hide !== undefined;
  const about = row.about_user_id === null ? undefined : await findAccount(services.db, row.about_user_id);
  const isAboutPerson =
    about !== undefined && about.id !== viewer.userId && (viewer.isSuperuser || !isStaffAccount(about));
  const maySuspend = hasPermission(viewer, 'users.suspend');
  return { target, canHide, actions: actionsFor({ kind: row.kind, canHide, isAboutPerson, maySuspend }) };
}
