import { type AdKind, OFFERED_AD_KINDS } from '@app/contract/market/ads';
import type { Offer } from '@app/contract/market/deals';
import { isBlockedBetween } from '../../people/relationships/relationships.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { getCommentableAd } from '../ads/ad-comments.public.ts';
import { type DealtAd, lockDealtAd } from '../ads/lifecycle/deal-marks.public.ts';
import { emitOffered, emitOffersChanged } from './deal-events.public.ts';
import { mayAnswerOffer, otherOf, roleOf } from './deals.policy.ts';
import {
  closeOpenOffer,
  type DealRow,
  findAcceptedDeal,
  findDeal,
  findOffer,
  insertDeal,
  insertOffer,
  lockDeal,
  lockRunningDeal,
} from './deals.queries.ts';
import { getOffer } from './present-offers.public.ts';

/** What is offered: a price, or a day until which a thing is lent for nothing. */
export type OfferTerms = { price: number; returnOn: null } | { price: 0; returnOn: string };

/** Offers a price for somebody else's ad, or asks for the loan. The message of the chat is sent by a listener, in the same transaction. */
export async function createOffer(
  services: Services,
  viewer: SignedInViewer,
  adId: number,
  terms: OfferTerms,
  idempotency: IdempotencyKey | undefined,
): Promise<Offer> {
  const { db } = services;
  // Fails as the page of the ad does, when the viewer may not see it.
  const { ownerId } = await getCommentableAd(db, viewer, adId);
  if (ownerId === viewer.userId) throw new Failure('own_offer');
  const { id } = await db.transaction().execute((tx) =>
    runIdempotent(tx, idempotency, async () => {
      const ad = requireOnOffer(await lockDealtAd(tx, adId));
      if (!takesOffers(ad.kind, terms)) throw new Failure('no_offers');
      await requireNoBlock(tx, ad.owner_id, viewer.userId);
      const running = await lockRunningDeal(tx, ad.id, viewer.userId);
      if (running?.state === 'accepted') throw new Failure('deal_runs');
      await requireFree(tx, ad);
      const deal =
        running ??
        (await insertDeal(tx, {
          ad_id: ad.id,
          ad_title: ad.title,
          seller_id: ad.owner_id,
          buyer_id: viewer.userId,
          return_on: terms.returnOn,
          created_at: services.clock(),
        }));
      const open = running && (await findOpenOffer(tx, running));
      return addOffer(services, tx, {
        deal,
        adId: ad.id,
        authorId: viewer.userId,
        terms,
        replaces: open?.author_id === viewer.userId ? 'withdrawn' : 'countered',
      });
    }),
  );
  return getOffer(services, viewer.userId, id);
}

const takesOffers = (kind: AdKind, { returnOn }: OfferTerms): boolean =>
  returnOn === null ? OFFERED_AD_KINDS.includes(kind) : kind === 'lend';

/** Answers an open offer by another price, or one of a loan by another day. */
export async function counterOffer(
  services: Services,
  viewer: SignedInViewer,
  offerId: number,
  terms: OfferTerms,
  idempotency: IdempotencyKey | undefined,
): Promise<Offer> {
  const { db } = services;
  const offer = requireFound(await findOffer(db, offerId));
  const known = requireParty(viewer, await findDeal(db, offer.deal_id));
  if (!mayAnswerOffer(viewer.userId, known, offer)) throw new Failure('forbidden');
  if ((offer.return_on === null) !== (terms.returnOn === null)) throw new Failure('no_offers');
  const { id } = await db.transaction().execute((tx) =>
    runIdempotent(tx, idempotency, async () => {
      const ad = known.ad_id === null ? undefined : await lockDealtAd(tx, known.ad_id);
      const deal = requireFound(await lockDeal(tx, known.id));
      if ((await findOffer(tx, offerId))?.state !== 'open') throw new Failure('offer_closed');
      await requireNoBlock(tx, deal.seller_id, deal.buyer_id);
      // The day of a loan that runs is changed whatever became of the ad.
      if (deal.state !== 'accepted') await requireFree(tx, requireOnOffer(ad));
      const adId = deal.state === 'accepted' ? null : deal.ad_id;
      return addOffer(services, tx, { deal, adId, authorId: viewer.userId, terms, replaces: 'countered' });
    }),
  );
  return getOffer(services, viewer.userId, id);
}

interface NewOffer {
  deal: DealRow;
  /** What the chat is about from now on; null: no change. */
  adId: number | null;
  authorId: number;
  terms: OfferTerms;
  /** What becomes of the open offer of the deal, if there is one. */
  replaces: 'withdrawn' | 'countered';
}

export async function addOffer(services: Services, tx: Tx, { deal, adId, authorId, terms, replaces }: NewOffer) {
  const now = services.clock();
  const replaced = await closeOpenOffer(tx, deal.id, replaces, now);
  const offerId = await insertOffer(tx, {
    deal_id: deal.id,
    author_id: authorId,
    price_roubles: terms.price,
    return_on: terms.returnOn,
    created_at: now,
  });
  const receiverId = otherOf(authorId, deal);
  await emitOffered(services, tx, { offerId, adId, senderId: authorId, receiverId });
  if (replaced !== undefined) await emitOffersChanged(services, tx, { offerIds: [replaced] });
  return offerId;
}

export function findOpenOffer(tx: Tx, { id }: Pick<DealRow, 'id'>) {
  return tx
    .selectFrom('deal_offers')
    .select('author_id')
    .where('deal_id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
}

/** Deals are unknown to everybody but their two people. */
export function requireParty(viewer: SignedInViewer, deal: DealRow | undefined): DealRow {
  if (deal === undefined || roleOf(viewer.userId, deal) === undefined) throw new Failure('not_found');
  return deal;
}

export function requireOnOffer(ad: DealtAd | undefined): DealtAd {
  if (ad?.isOnOffer !== true) throw new Failure('ad_not_open');
  return ad;
}

/** The caller has locked the ad. */
export async function requireFree(tx: Tx, ad: DealtAd): Promise<void> {
  if ((await findAcceptedDeal(tx, ad.id)) !== undefined) throw new Failure('ad_taken');
}

export async function requireNoBlock(tx: Tx, oneId: number, otherId: number): Promise<void> {
  if (await isBlockedBetween(tx, oneId, otherId)) throw new Failure('blocked');
}
