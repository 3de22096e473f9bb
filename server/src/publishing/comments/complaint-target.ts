import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { ComplaintTarget } from '../../trust/complaints/complaint-target.public.ts';
import { getReadableComment } from './comments.public.ts';

export async function findComplainedComment(
  { db }: Services,
  viewer: SignedInViewer,
  id: number,
): Promise<ComplaintTarget> {
  const { authorId, message, ad } = await getReadableComment(db, viewer, id);
  const evidence = { title: ad.title, text: message };
  return { object: `comment:${id}`, aboutUserId: authorId, ids: { ad_id: ad.id, comment_id: id }, evidence };
}
