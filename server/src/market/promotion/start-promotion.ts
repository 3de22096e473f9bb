import { type Advertiser, ERID, type Promotion, type promotionApi } from '@app/contract/market/promotion';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { isInn } from '@app/contract/platform/inn';
import type { Insertable } from 'kysely';
import { spend } from '../../money/payments/payments.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import { type IdempotencyKey, once } from '../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { findBusiness, findPromotion, holdPromotable, type PromotableAd, showPromotion } from './promotion.queries.ts';
import type { PromotionsTable } from './promotion.tables.ts';
import { settleOver } from './settle-promotions.ts';
import { holdTariff } from './tariffs.ts';

type Wish = BodyOf<(typeof promotionApi)['start']>;

const DAY_MS = 86_400_000;
const NO_ADVERT: Advertiser = { advertiser: '', inn: '', erid: '' };

/** Buy and begin a promotion: the place, the money and the promise are one transaction. */
export async function startPromotion(
  services: Services,
  viewer: SignedInViewer,
  wish: Wish,
  idempotency: IdempotencyKey | undefined,
): Promise<Promotion> {
  const { db, clock, publicCache } = services;
  const { id } = await db
    .transaction()
    .execute((tx) => once(tx, idempotency, () => buyPromotion(services, tx, viewer, wish)));
  publicCache.invalidate();
  const row = await findPromotion(db, viewer.userId, id);
  if (row === undefined) throw new Failure('not_found');
  return showPromotion(row, clock());
}

async function buyPromotion(services: Services, tx: Tx, viewer: SignedInViewer, wish: Wish): Promise<number> {
  const { userId } = viewer;
  const now = services.clock();
  const ad = requireOwn(viewer, await holdPromotable(tx, wish.board_id));
  if (!ad.is_public) throw new Failure('ad_not_shown');
  const advert = (await findBusiness(tx, userId)).isBusiness ? readAdvert(wish) : NO_ADVERT;
  const tariff = await holdTariff(tx, wish.kind, wish.days);
  if (tariff === undefined || tariff.price_kopecks !== wish.price_kopecks) throw new Failure('price_changed');
  // One whose time is over makes room for the next at once, not when the job comes by.
  await settleOver(services, tx, { adId: ad.id });
  const id = await insertPromotion(tx, {
    user_id: userId,
    ad_id: ad.id,
    ad_title: ad.title,
    kind: wish.kind,
    days: wish.days,
    price_kopecks: tariff.price_kopecks,
    promised_views: tariff.promised_views,
    ...advert,
    starts_at: now,
    ends_at: new Date(now.getTime() + wish.days * DAY_MS),
  });
  const paid = await spend(tx, {
    userId,
    kopecks: tariff.price_kopecks,
    bonusMaxShare: wish.bonus === 1 ? tariff.bonus_percent / 100 : 0,
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

/** Only its owner pays for an ad; an ad that others do not see is not said to exist. */
export function requireOwn(viewer: SignedInViewer, ad: PromotableAd | undefined): PromotableAd {
  if (ad?.owner_id === viewer.userId) return ad;
  throw new Failure(ad?.is_public ? 'forbidden' : 'not_found');
}

function readAdvert({ advertiser = '', inn = '', erid = '' }: Wish): Advertiser {
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

/** An ad has one promotion of a kind at a time. */
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
