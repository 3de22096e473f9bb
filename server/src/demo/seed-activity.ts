import { moscowDay } from '@app/contract/platform/time-zones';
import type { DemoAd as AdRow } from '../market/ads/ads.public.ts';
import { insertDemoAdDays, insertDemoReveals } from '../market/ads/ads.public.ts';
import { insertDemoFavorites } from '../market/favorites/demo-favorites.public.ts';
import { insertDemoFollowers } from '../market/follows/demo-followers.public.ts';
import { insertDemoInvitations } from '../money/invitations/demo-invitations.public.ts';
import { insertDemoCircle } from '../people/circle/demo-circle.public.ts';
import type { Tx } from '../platform/database/tables.ts';
import { insertDemoComments } from '../publishing/comments/demo-comments.public.ts';
import { type DemoAdWithHistory, type DemoDay, demoDays } from './demo-ad-history.ts';
import { demoCircle, INVITED } from './demo-circle.ts';
import { demoComments } from './demo-comments.ts';
import { demoFavorites, demoFollowers } from './demo-favorites.ts';
import { demoPeople } from './demo-people.ts';
import { createRandom } from './random.ts';

const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
/** Days before the expiry at which the owner is reminded, as in the product. */
const REMINDED_DAYS_AGO = 1;

export interface DemoWorld {
  today: number;
  personId: (login: string) => number;
  ad: (title: string) => DemoAdWithHistory & { id: number; ownerId: number };
  ads: readonly (DemoAdWithHistory & { id: number; ownerId: number })[];
}

export const timestampBefore = (today: number, minutes: number): Date =>
  new Date(today - Math.round(minutes) * MINUTE_MS);

/** The day, as YYYY-MM-DD, that is so many days ahead. */
export const dayAhead = (today: number, days: number): string =>
  new Date(today + days * DAY_MS).toISOString().slice(0, 10);

export function adStatusOf(ad: DemoAdWithHistory, today: number): Partial<AdRow> {
  const { deal, audience, enabled, archivedDaysAgo, expired, endsInDays, matchedWord, blockedReason } = ad;
  const inDays = (days: number): Date => new Date(today + days * DAY_MS);
  const published = timestampBefore(today, ad.ageMinutes);
  return {
    ...(deal && { deal }),
    ...(audience && { audience }),
    ...(enabled === false && { enabled }),
    ...(archivedDaysAgo && { archived_at: inDays(-archivedDaysAgo) }),
    ...(expired && { expired, expires_at: inDays(-(archivedDaysAgo ?? 0)) }),
    ...(endsInDays && { expires_at: inDays(endsInDays), reminded_at: inDays(-REMINDED_DAYS_AGO) }),
    ...(matchedWord && { held_at: published, matched_word: matchedWord, held_reason: 'moderation.reason.fraud' }),
    ...(blockedReason && { blocked_at: published, blocked_reason: blockedReason }),
  };
}

export async function seedActivity(tx: Tx, world: DemoWorld): Promise<void> {
  await seedCircle(tx, world);
  await seedInvitations(tx, world);
  await seedComments(tx, world);
  const favorites = demoFavorites().map(({ login, adTitle, minutesAgo }) => ({
    user_id: world.personId(login),
    ad_id: world.ad(adTitle).id,
    created_at: timestampBefore(world.today, minutesAgo),
  }));
  await insertDemoFavorites(tx, favorites);
  await seedDays(tx, world, favorites);
  await insertDemoFollowers(
    tx,
    demoFollowers().map(({ follower, person }) => ({
      follower_id: world.personId(follower),
      person_id: world.personId(person),
    })),
  );
}

async function seedCircle(tx: Tx, { today, personId }: DemoWorld): Promise<void> {
  const { friendships, relatives, requests } = demoCircle();
  await insertDemoCircle(tx, {
    friendships: friendships.map(({ between: [one, other], daysAgo }) => ({
      between: [personId(one), personId(other)],
      since: new Date(today - daysAgo * DAY_MS),
    })),
    relatives: relatives.map(({ person, relative }) => ({ userId: personId(person), friendId: personId(relative) })),
    requests: requests.map(({ from, to, minutesAgo }) => ({
      from: personId(from),
      to: personId(to),
      at: timestampBefore(today, minutesAgo),
    })),
  });
}

async function seedInvitations(tx: Tx, { today, personId }: DemoWorld): Promise<void> {
  const people = new Map(demoPeople().map((person) => [person.login, person]));
  await insertDemoInvitations(
    tx,
    INVITED.map(({ inviter, invitee, source, isInReview }) => {
      const { registeredDaysAgo = 0, paidForDays = null } = people.get(invitee) ?? {};
      const registeredAt = new Date(today - registeredDaysAgo * DAY_MS);
      const isPaid = !isInReview && paidForDays !== null;
      return {
        inviterId: personId(inviter),
        inviteeId: personId(invitee),
        source,
        state: isInReview ? 'review' : isPaid ? 'paid' : 'activated',
        ...(isInReview && { reason: 'farm' }),
        registeredAt,
        activatedAt: registeredAt,
        paidAt: isPaid ? new Date(registeredAt.getTime() + DAY_MS) : null,
      } as const;
    }),
  );
}

async function seedComments(tx: Tx, { today, personId, ad }: DemoWorld): Promise<void> {
  const toRow = (comment: { authorLogin: string; message: string; minutesAgo: number }) => ({
    user_id: personId(comment.authorLogin),
    message: comment.message,
    created_at: timestampBefore(today, comment.minutesAgo),
  });
  await insertDemoComments(
    tx,
    demoComments().map((comment) => {
      const { id, ownerId } = ad(comment.adTitle);
      const { rating, hidden, replies } = comment;
      return { ...toRow(comment), ad_id: id, seller_id: ownerId, rating, hidden, replies: replies.map(toRow) };
    }),
  );
}

async function seedDays(
  tx: Tx,
  { today, ads, personId }: DemoWorld,
  favorites: readonly { ad_id: number; created_at: Date }[],
): Promise<void> {
  const random = createRandom(20_250_309);
  const people = demoPeople().map(({ login }) => personId(login));
  const dayAgo = (daysAgo: number): string => moscowDay(new Date(today - daysAgo * DAY_MS));
  const days = new Map<string, { ad_id: number; day: string; favorites: number } & Omit<DemoDay, 'daysAgo'>>();
  const reveals: Parameters<typeof insertDemoReveals>[1][number][] = [];
  for (const ad of ads) {
    for (const { daysAgo, ...counts } of demoDays(ad)) {
      const day = dayAgo(daysAgo);
      days.set(`${ad.id} ${day}`, { ad_id: ad.id, day, favorites: 0, ...counts });
      if (counts.phones === 0) continue;
      const user_id = random.pick(people.filter((id) => id !== ad.ownerId));
      const revealed_at = new Date(today - daysAgo * DAY_MS + random.whole(9 * 60, 17 * 60) * MINUTE_MS);
      reveals.push({ ad_id: ad.id, user_id, day, revealed_at });
    }
  }
  for (const { ad_id, created_at } of favorites) {
    const day = moscowDay(created_at);
    const known = days.get(`${ad_id} ${day}`) ?? { ad_id, day, views: 1, favorites: 0, phones: 0 };
    days.set(`${ad_id} ${day}`, {
      ...known,
      favorites: known.favorites + 1,
      views: Math.max(known.views, known.favorites + 1),
    });
  }
  const counted = [...days.values()].map((day) => ({ ...day, messages: 0 }));
  await insertDemoAdDays(tx, counted);
  await insertDemoReveals(tx, reveals);
}
