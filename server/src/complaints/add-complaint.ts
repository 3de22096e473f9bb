import { COMPLAINT_HOURS, type complaintsApi, type OwnComplaint } from '@app/contract/complaints';
import type { BodyOf } from '@app/contract/endpoint';
import { getTalkedAd } from '../ads/ad-comments.public.ts';
import { getReadableComment } from '../comments/comments.public.ts';
import type { Db } from '../database.ts';
import { notify } from '../notifications/notifications.public.ts';
import { Failure } from '../platform/failure.ts';
import { type IdempotencyKey, once } from '../platform/idempotency.ts';
import type { SignedInViewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import { findOwn, findProfile, insertComplaint } from './complaints.queries.ts';
import type { Evidence } from './complaints.tables.ts';

type Draft = BodyOf<typeof complaintsApi.add>;

const HOUR_MS = 3_600_000;
export const COMPLAINTS_PAGE = '/profile/complaints';

/** Complain about an ad, a person or a comment. What it says now is kept as evidence: it may be changed before staff look. */
export async function addComplaint(
  services: Services,
  viewer: SignedInViewer,
  draft: Draft,
  idempotency: IdempotencyKey | undefined,
): Promise<OwnComplaint> {
  const { db, clock, texts } = services;
  const { reason, message = '' } = draft;
  if (reason === undefined && message === '')
    throw new Failure('invalid_input', { fields: { message: 'errors.field.required' } });
  const thing = await findThing(db, viewer, draft);
  if (thing.aboutUserId === viewer.userId) throw new Failure('own_complaint');

  const { id } = await db.transaction().execute((tx) =>
    once(tx, idempotency, async () => {
      const now = clock();
      const complaintId = await insertComplaint(tx, {
        user_id: viewer.userId,
        object: thing.object,
        about_user_id: thing.aboutUserId,
        ad_id: thing.adId,
        comment_id: thing.commentId,
        reason: reason ?? 'other',
        message,
        evidence: JSON.stringify(thing.evidence),
        created_at: now,
        due_at: new Date(now.getTime() + COMPLAINT_HOURS * HOUR_MS),
      });
      if (complaintId === undefined) throw new Failure('complaint_open');
      await notify(tx, services, {
        userId: viewer.userId,
        kind: 'complaint_received',
        boardId: thing.adId ?? undefined,
        link: COMPLAINTS_PAGE,
        values: { hours: COMPLAINT_HOURS },
        dedupe: `complaint:${complaintId}:received`,
      });
      return complaintId;
    }),
  );
  const own = await findOwn(db, texts, viewer, id);
  if (own === undefined) throw new Failure('not_found');
  return own;
}

interface Thing {
  object: string;
  aboutUserId: number;
  adId: number | null;
  commentId: number | null;
  evidence: Evidence;
}

/** The most particular thing that the complaint names. Whose it is comes from the thing itself. */
async function findThing(db: Db, viewer: SignedInViewer, { comment_id, board_id, complain_id }: Draft): Promise<Thing> {
  if (comment_id) {
    const { authorId, message, ad } = await getReadableComment(db, viewer, comment_id);
    const evidence = { title: ad.title, text: message };
    return { object: `comment:${comment_id}`, aboutUserId: authorId, adId: ad.id, commentId: comment_id, evidence };
  }
  if (board_id) {
    const ad = await getTalkedAd(db, viewer, board_id);
    const evidence = { title: ad.title, text: ad.description };
    return { object: `ad:${ad.id}`, aboutUserId: ad.ownerId, adId: ad.id, commentId: null, evidence };
  }
  if (!complain_id) throw new Failure('invalid_input', { fields: { complain_id: 'errors.field.required' } });
  const profile = await findProfile(db, complain_id);
  if (profile === undefined) throw new Failure('not_found');
  const evidence = { title: profile.name, text: profile.text };
  return { object: `user:${complain_id}`, aboutUserId: complain_id, adId: null, commentId: null, evidence };
}
