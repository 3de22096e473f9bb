import { noteActions } from '../../../platform/audit-log/note-action.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import type { Services } from '../../../platform/services.ts';
import { isOwner } from '../ads.policy.ts';
import type { AdRow } from '../ads.queries.ts';

type Changed = Pick<AdRow, 'id' | 'owner_id'>;

/** Write down that staff changed an ad of somebody else; what people do with their own is nobody's business. */
export const noteStaffChange = (
  services: Pick<Services, 'clock'>,
  tx: Tx,
  viewer: SignedInViewer,
  ad: Changed,
  details: Record<string, unknown>,
): Promise<void> => noteStaffChanges(services, tx, viewer, [ad], details);

/** The same of several ads, one entry for each. */
export async function noteStaffChanges(
  { clock }: Pick<Services, 'clock'>,
  tx: Tx,
  viewer: SignedInViewer,
  ads: readonly Changed[],
  details: Record<string, unknown>,
): Promise<void> {
  const actions = ads
    .filter((ad) => !isOwner(viewer, ad))
    .map(({ id, owner_id }) => ({ action: 'ads.edit', object: `ad:${id}`, aboutUserId: owner_id, details }));
  await noteActions(tx, viewer, clock(), actions);
}
