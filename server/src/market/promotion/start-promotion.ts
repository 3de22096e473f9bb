import { type Advertiser, ERID, type Promotion, type promotionApi } from '@app/contract/market/promotion';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { isInn } from '@app/contract/platform/inn';
import type { Insertable } from 'kysely';
import { spendBalance } from '../../money/payments/payments.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { completeExpiredPromotions } from './complete-expired-promotions.ts';
import {
  findBusiness,
  findPromotion,
  lockPromotableAd,
  type PromotableAd,
  presentPromotion,
} from './promotion.queries.ts';
import type { PromotionsTable } from './promotion.tables.ts';
import { lockTariff } from './tariffs.ts';

type StartPromotionBody = BodyOf<(typeof promotionApi)['start']>;

const DAY_MS = 86_400_000;
const NO_ADVERT: Advertiser = { advertiser: '', inn: '', erid: '' };

/** Buys and starts a promotion: the place, the payment and the guarantee are one transaction. */
export async function startPromotion(
  services: Services,
  viewer: SignedInViewer,
  body: StartPromotionBody,
  idempotency: IdempotencyKey | undefined,
): Promise<Promotion> {
  const { db, clock, publicCache } = services;
  const { id } = await db
    .transaction()
    .execute((tx) => runIdempotent(tx, idempotency, () => buyPromotion(services, tx, viewer, body)));
  publicCache.invalidate();
  const row = requireFound(await findPromotion(db, viewer.userId, id));
  return presentPromotion(row, clock());
}

async function buyPromotion(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  body: StartPromotionBody,
): Promise<number> {
  const { userId } = viewer;
  const now = services.clock();
  const ad = requireOwn(viewer, await lockPromotableAd(tx, body.board_id));
  if (!ad.is_public) throw new Failure('ad_not_shown');
  const advert = (await findBusiness(tx, userId)).isBusiness ? parseAdvert(body) : NO_ADVERT;
  const tariff = await lockTariff(tx, body.kind, body.days);
  if (tariff === undefined || tariff.price_kopecks !== body.price_kopecks) throw new Failure('price_changed');
  // An expired promotion makes room for the next one at once, without waiting for the job.
  await completeExpiredPromotions(services, tx, { adId: ad.id });
  const id = await insertPromotion(tx, {
    user_id: userId,
    ad_id: ad.id,
    ad_title: ad.title,
    kind: body.kind,
    days: body.days,
    price_kopecks: tariff.price_kopecks,
    guaranteed_views: tariff.promised_views,
    ...advert,
    starts_at: now,
    ends_at: new Date(now.getTime() + body.days * DAY_MS),
  });
  const paid = await spendBalance(tx, {
    userId,
    kopecks: tariff.price_kopecks,
    bonusMaxShare: body.bonus === 1 ? tariff.bonus_percent / 100 : 0,
    purpose: 'promotion',
    sourceKey: `promotion:${id}`,
  });
  await tx
    .updateTable('promotions')
    .set({ from_balance_kopecks: paid.fromBalance, from_bonus_kopecks: paid.fromBonus })
    .where('id', '=', id)
    .execute();
  return id;
}

/** Only the owner may promote an ad; an ad invisible to the viewer fails as not found. */
export function requireOwn(viewer: SignedInViewer, ad: PromotableAd | undefined): PromotableAd {
  if (ad?.owner_id === viewer.userId) return ad;
  throw new Failure(ad?.is_public ? 'forbidden' : 'not_found');
}

function parseAdvert({ advertiser = '', inn = '', erid = '' }: StartPromotionBody): Advertiser {
  const tight = inn.replace(/\s/g, '');
  const fields: { advertiser?: string; inn?: string; erid?: string } = {};
  if (advertiser === '') fields.advertiser = 'errors.field.required';
  if (tight === '') fields.inn = 'errors.field.required';
  else if (!isInn(tight)) fields.inn = 'errors.field.bank.inn';
  if (erid === '') fields.erid = 'errors.field.required';
  else if (!ERID.test(erid)) fields.erid = 'errors.field.erid';
  if (Object.keys(fields).length > 0) throw new Failure('invalid_input', { fields });
  return { advertiser, inn: tight, erid };
}

async function insertPromotion(tx: Tx, row: Insertable<PromotionsTable>): Promise<number> {
  const inserted = await tx
    .insertInto('promotions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['ad_id', 'kind']).where('settled_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) throw new Failure('already_promoted');
  return inserted.id;
}
