import { recordStaffActions } from '../../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import type { Services } from '../../../platform/services.ts';
import { isOwner } from '../ads.policy.ts';
import type { AdRow } from '../ads.queries.ts';

type ChangedAd = Pick<AdRow, 'id' | 'owner_id'>;

/** Write down that staff changed an ad of somebody else; what people do with their own is nobody's business. */
export const auditAdChange = (
  services: Pick<Services, 'clock'>,
  tx: Tx,
  viewer: SignedInViewer,
  ad: ChangedAd,
  details: Record<string, unknown>,
): Promise<void> => auditAdChanges(services, tx, viewer, [ad], details);

/** The same of several ads, one entry for each. */
export async function auditAdChanges(
  { clock }: Pick<Services, 'clock'>,
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
