import type { Services } from '../../../platform/domain/services.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import type { ComplaintTarget } from '../../../trust/complaints/complaint-target.public.ts';
import { getCommentableAd } from '../ad-comments.public.ts';

export async function findComplainedAd({ db }: Services, viewer: SignedInViewer, id: number): Promise<ComplaintTarget> {
  const ad = await getCommentableAd(db, viewer, id);
  const evidence = { title: ad.title, text: ad.description };
  return { object: `ad:${ad.id}`, aboutUserId: ad.ownerId, ids: { ad_id: ad.id }, evidence };
}
