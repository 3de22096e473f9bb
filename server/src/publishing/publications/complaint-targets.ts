import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { ComplaintTarget } from '../../trust/complaints/complaint-target.public.ts';
import { getComplainedComment, getComplainedPublication } from './publications.public.ts';

export async function findComplainedPublicationComment(
  { db }: Services,
  viewer: SignedInViewer,
  id: number,
): Promise<ComplaintTarget> {
  const { authorId, publishId, evidence } = await getComplainedComment(db, viewer, id);
  const ids = { publish_id: publishId, publish_comment_id: id };
  return { object: `publication_comment:${id}`, aboutUserId: authorId, ids, evidence };
}

export async function findComplainedPublication(
  { db }: Services,
  viewer: SignedInViewer,
  id: number,
): Promise<ComplaintTarget> {
  const { authorId, evidence } = await getComplainedPublication(db, viewer, id);
  return { object: `publication:${id}`, aboutUserId: authorId, ids: { publish_id: id }, evidence };
}
