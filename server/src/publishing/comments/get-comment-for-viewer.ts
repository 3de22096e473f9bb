import type { CommentEvent } from '@app/contract/market/ad-live';
import type { AdComment } from '@app/contract/publishing/comments';
import type { Services } from '../../platform/domain/services.ts';
import { requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { texts } from '../../platform/texts.ts';
import { mayHide } from './comments.policy.ts';
import { findCommentForReader } from './comments.queries.ts';

export async function getCommentForViewer(
  { db }: Services,
  viewer: SignedInViewer,
  ad: { ownerId: number },
  id: number,
): Promise<AdComment> {
  return requireFound(await findCommentForReader(db, texts, { viewer, mayViewHidden: mayHide(viewer, ad) }, id));
}

/** Notifies the open pages of an ad. Call after the commit. */
export function publishCommentEvents({ live }: Services, adId: number, events: readonly CommentEvent[]): void {
  for (const event of events) live.publish(`ad:${adId}`, event);
}
