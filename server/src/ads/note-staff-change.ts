import { noteAction } from '../audit/note-action.public.ts';
import type { Tx } from '../database.ts';
import type { SignedInViewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import { isOwner } from './ads.policy.ts';
import type { AdRow } from './ads.queries.ts';

/** Write down that staff changed an ad of somebody else; what people do with their own is nobody's business. */
export async function noteStaffChange(
  { clock }: Pick<Services, 'clock'>,
  tx: Tx,
  viewer: SignedInViewer,
  ad: Pick<AdRow, 'id' | 'owner_id'>,
  details: Record<string, unknown>,
): Promise<void> {
  if (isOwner(viewer, ad)) return;
  await noteAction(tx, viewer, clock(), {
    action: 'ads.edit',
    object: `ad:${ad.id}`,
    aboutUserId: ad.owner_id,
    details,
  });
}
