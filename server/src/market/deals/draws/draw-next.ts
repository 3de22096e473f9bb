import { sql } from 'kysely';
import { notifyAll } from '../../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import { type DealtAd, lockDealtAd, markDealtAd } from '../../ads/lifecycle/deal-marks.public.ts';
import { emitOffered, emitOffersChanged } from '../deal-events.public.ts';
import {
  closeOpenOffer,
  findAcceptedDeal,
  insertDeal,
  insertOffer,
  lockRunningDeal,
  updateDeal,
} from '../deals.queries.ts';
import { drawnNumber, sha256 } from './drawn-number.ts';
import { type DrawRow, deleteDraw, type Entrant, findDraw, listEntrants, seedOf, updateDraw } from './draws.queries.ts';

export const seedHashOf = (draw: Pick<DrawRow, 'seed'>): string => sha256(seedOf(draw));

/**
 * Draws who gets the thing: the first time among all who asked, afterwards among those who are left. The caller has locked
 * the ad, which is on offer. False when nobody is left; everybody may ask again then, in a draw with a new seed. While
 * somebody has the thing, nothing happens: of two draws at once the second finds the first one made.
 */
export async function drawNext(services: Services, tx: Tx, ad: DealtAd): Promise<boolean> {
  const draw = await findDraw(tx, ad.id);
  if (draw === undefined) return false;
  if ((await findAcceptedDeal(tx, ad.id)) !== undefined) return true;
  const entrants = await listEntrants(tx, ad.id);
  const isFirst = draw.drawn_at === null;
  const numbers = isFirst ? entrants.map(({ number }) => number) : draw.numbers;
  const drawn = [...draw.drawn];
  const winner = findNext(draw, numbers, drawn, entrants);
  if (winner === undefined) {
    if (!isFirst) await deleteDraw(tx, ad.id);
    return false;
  }
  await updateDraw(tx, ad.id, { numbers, drawn, drawn_at: draw.drawn_at ?? services.clock() });
  await makeDeal(services, tx, ad, winner.user_id);
  await notifyDrawn(services, tx, ad, winner, isFirst ? entrants : [winner], drawn.length);
  return true;
}

/** After a person who was drawn refused: the next one is drawn at once. */
export async function drawAgain(services: Services, tx: Tx, adId: number): Promise<void> {
  const draw = await findDraw(tx, adId);
  const ad = draw === undefined || draw.drawn_at === null ? undefined : await lockDealtAd(tx, adId);
  if (ad?.isOnOffer && ad.kind === 'give') await drawNext(services, tx, ad);
}

/** Adds to `drawn` the numbers up to the first whose person may still have the thing: all of them stay to be repeated. */
function findNext(draw: DrawRow, numbers: readonly number[], drawn: number[], entrants: readonly Entrant[]) {
  const byNumber = new Map(entrants.map((entrant) => [entrant.number, entrant]));
  for (;;) {
    const left = numbers.filter((number) => !drawn.includes(number));
    if (left.length === 0) return undefined;
    const number = drawnNumber(seedOf(draw), drawn.length + 1, left);
    drawn.push(number);
    const entrant = byNumber.get(number);
    if (entrant !== undefined) return entrant;
  }
}

/** An agreed deal about nothing to pay. Where the chat refuses its message, the deal stands in the list of deals alone. */
async function makeDeal(services: Services, tx: Tx, ad: DealtAd, winnerId: number): Promise<void> {
  const now = services.clock();
  const deal =
    (await lockRunningDeal(tx, ad.id, winnerId)) ??
    (await insertDeal(tx, {
      ad_id: ad.id,
      ad_title: ad.title,
      seller_id: ad.owner_id,
      buyer_id: winnerId,
      created_at: now,
    }));
  await closeOpenOffer(tx, deal.id, 'withdrawn', now);
  const offerId = await insertOffer(tx, { deal_id: deal.id, author_id: winnerId, price_roubles: 0, created_at: now });
  await sendOffer(services, tx, { offerId, adId: ad.id, senderId: winnerId, receiverId: ad.owner_id });
  await closeOpenOffer(tx, deal.id, 'accepted', now);
  await updateDeal(tx, deal.id, { state: 'accepted' });
  await markDealtAd(services, tx, ad, 'reserved');
  await emitOffersChanged(services, tx, { offerIds: [offerId], pin: { offerId, isOn: true } });
}

async function sendOffer(services: Services, tx: Tx, offered: Parameters<typeof emitOffered>[2]): Promise<void> {
  await sql`savepoint drawn_offer`.execute(tx);
  try {
    await emitOffered(services, tx, offered);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await sql`rollback to savepoint drawn_offer`.execute(tx);
  }
}

async function notifyDrawn(
  services: Services,
  tx: Tx,
  ad: DealtAd,
  winner: Entrant,
  told: readonly Entrant[],
  round: number,
): Promise<void> {
  const about = { kind: 'draw' as const, boardId: ad.id };
  await notifyAll(tx, services, [
    {
      ...about,
      userId: ad.owner_id,
      link: `/conversation/${winner.user_id}`,
      values: { title: ad.title, what: 'drawn', number: winner.number },
      dedupe: `draw:${ad.id}:${round}`,
    },
    ...told.map(({ user_id, number }) => ({
      ...about,
      userId: user_id,
      link: user_id === winner.user_id ? `/conversation/${ad.owner_id}` : `/ad/${ad.id}`,
      values: {
        title: ad.title,
        what: user_id === winner.user_id ? ('won' as const) : ('lost' as const),
        number: user_id === winner.user_id ? number : winner.number,
      },
      dedupe: `draw:${ad.id}:${round}`,
    })),
  ]);
}
