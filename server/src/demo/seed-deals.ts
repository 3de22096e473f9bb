import { z } from 'zod';
import { type DemoDeal, insertDemoDeals, insertDemoDraw } from '../market/deals/demo-deals.public.ts';
import type { Tx } from '../platform/database/tables.ts';
import type { Services } from '../platform/domain/services.ts';
import { readData } from '../platform/read-data.ts';
import { demoChats, type ScriptedMessage } from './demo-chats.ts';
import { demoPeople } from './demo-people.ts';
import { DAY_MS, type DemoWorld, dayAhead } from './seed-activity.ts';

const MINUTE_MS = 60_000;
const PRICE_STEP = 100;
/** What buyers paid of the price asked. */
const AGREED = 0.95;

const text = z.strictObject({ stars: z.number(), content: z.string(), answer: z.string().optional() });
const REVIEWS = readData(
  new URL('seed/reviews.json', import.meta.url),
  z.strictObject({ buyers: z.array(text), sellers: z.array(text) }),
);

/** Seeds done deals about the sold ads, with reviews, and the open offers of the chats. Returns the latter by message. */
export async function seedDeals(tx: Tx, services: Services, world: DemoWorld): Promise<Map<ScriptedMessage, number>> {
  await insertDemoDeals(tx, [...doneDeals(world), ...loans(world)]);
  await seedDraws(tx, world);
  const open = demoChats().flatMap((chat) =>
    chat.messages.flatMap((message) => (message.offersPrice === undefined ? [] : [{ chat, message }])),
  );
  const offers = new Map<ScriptedMessage, number>();
  for (const { chat, message } of open) {
    const ad = world.ad(chat.about ?? '');
    const deal = {
      adId: ad.id,
      title: ad.title,
      sellerId: ad.ownerId,
      buyerId: world.personId(message.from),
      prices: [message.offersPrice ?? 0],
      state: 'offered' as const,
      at: new Date(services.clock().getTime() - message.minutesAgo * MINUTE_MS),
    };
    const [[offerId = 0] = []] = await insertDemoDeals(tx, [deal]);
    offers.set(message, offerId);
  }
  return offers;
}

function loans({ ads, today, personId }: DemoWorld): DemoDeal[] {
  return ads.flatMap(({ id, title, ownerId, lentTo, returnInDays = 0 }): DemoDeal[] => {
    if (lentTo === undefined) return [];
    const deal = { adId: id, title, sellerId: ownerId, buyerId: personId(lentTo), prices: [0], isLent: true };
    return [{ ...deal, state: 'accepted', at: new Date(today), returnOn: dayAhead(today, returnInDays) }];
  });
}

async function seedDraws(tx: Tx, { ads, today, personId }: DemoWorld): Promise<void> {
  for (const { id, askedBy } of ads)
    if (askedBy !== undefined) await insertDemoDraw(tx, id, askedBy.map(personId), new Date(today));
}

/** Everybody buys from different people, so that no two people deal only with each other. */
function doneDeals({ ads, today, personId }: DemoWorld): DemoDeal[] {
  const buyers = demoPeople().map(({ login }) => personId(login));
  return ads
    .filter(({ deal }) => deal === 'sold')
    .map((ad, i): DemoDeal => {
      const others = buyers.filter((id) => id !== ad.ownerId);
      const price = Math.max(PRICE_STEP, Math.round((ad.priceRoubles * AGREED) / PRICE_STEP) * PRICE_STEP);
      const [buyer, seller] = [REVIEWS.buyers[i % REVIEWS.buyers.length], REVIEWS.sellers[i % REVIEWS.sellers.length]];
      return {
        adId: ad.id,
        title: ad.title,
        sellerId: ad.ownerId,
        buyerId: others[i % others.length] ?? 0,
        prices: [price],
        state: 'done',
        at: new Date(today - ((i % 50) + 1) * DAY_MS),
        reviews: [
          ...(buyer === undefined ? [] : [{ by: 'buyer' as const, ...buyer }]),
          ...(seller === undefined || i % 2 === 1 ? [] : [{ by: 'seller' as const, ...seller }]),
        ],
      };
    });
}
