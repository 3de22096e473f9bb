import { recordStaffActions } from '../../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { isOwner } from '../ads.policy.ts';
import type { AdRow } from '../ads.queries.ts';

type ChangedAd = Pick<AdRow, 'id' | 'owner_id'>;

/** Records a staff action on another user's ad; changes to one's own ads are not audited. */
export const auditAdChange = (
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  ad: ChangedAd,
  details: Record<string, unknown>,
): Promise<void> => auditAdChanges(services, tx, viewer, [ad], details);

export async function auditAdChanges(
  { clock }: Services,
  tx: Tx,
  viewer: SignedInViewer,
  ads: readonly ChangedAd[],
  details: Record<string, unknown>,
): Promise<void> {
  const actions = ads
    .filter((ad) => !isOwner(viewer, ad))
    .map(({ id, owner_id }) => ({ action: 'ads.edit', object: `ad:${id}`, aboutUserId: owner_id, details }));
  await recordStaffActions(tx, viewer, clock(), actions);
}
