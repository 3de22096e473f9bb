import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adsApi } from '@app/contract/market/ads';
import { favoritesApi } from '@app/contract/market/favorites';
import { followsApi } from '@app/contract/market/follows';
import { searchesApi } from '@app/contract/market/searches';
import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import { commentsApi } from '@app/contract/publishing/comments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJobs, startPeriodicJobs } from '../../src/jobs.ts';
import { emit } from '../../src/platform/domain/events.ts';
import { startWorkers } from '../../src/platform/queue/workers.ts';
import { rounds } from '../rounds.ts';
import { type Actor, createWorld, type TestCall, type World } from '../world.ts';

const PEOPLE = 10;
const ADS = 4;
const ROUNDS = rounds(3, 20);
const AT_ONCE = 52;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** A seeded generator: the same numbers in every run. */
function createDice(seed = 7): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
}

async function findDrift(sellerId: number): Promise<unknown[]> {
  const { rows } = await sql`
    select * from (
      select 'comments ' || a.id as what, a.comments_count::bigint as counted, (
        select count(*) from comments c left join comments p on p.id = c.parent_id
        where c.ad_id = a.id and c.deleted_at is null and not c.hidden and p.hidden is not true) as there
      from ads a
      union all
      select 'replies ' || p.id, p.replies_count, (select count(*) from comments r where r.parent_id = p.id and not r.hidden)
      from comments p where p.parent_id is null
      union all
      select 'favourites ' || a.id, (select coalesce(sum(d.favorites), 0) from ad_days d where d.ad_id = a.id),
        (select count(*) from favorites f where f.ad_id = a.id and f.removed_at is null) from ads a
      union all
      select 'views ' || a.id, (select coalesce(sum(d.views), 0) from ad_days d where d.ad_id = a.id),
        (select count(*) from ad_visitors v where v.ad_id = a.id) from ads a
      union all
      select 'phones ' || a.id, (select coalesce(sum(d.phones), 0) from ad_days d where d.ad_id = a.id),
        (select count(*) from ad_phone_reveals r where r.ad_id = a.id) from ads a
      union all
      select 'votes', u.rating_count, (select count(*) from seller_votes v where v.seller_id = u.id)
      from users u where u.id = ${sellerId}
      union all
      select 'rating', u.rating_sum, (select coalesce(sum(v.rating), 0) from seller_votes v where v.seller_id = u.id)
      from users u where u.id = ${sellerId}
      union all
      select 'public ads', (select coalesce(sum(c.public), 0) from ad_counts c where (category_id, country_id, city_id) = (0, 0, 0))
        + (select coalesce(sum(d.public), 0) from ad_count_deltas d), (select count(*) from ads where is_public)
    ) numbers where counted <> there`.execute(world.services.db);
  return rows;
}

test('whatever people and jobs do to the same ads at once, nothing fails and every number is right', {
  timeout: 180_000,
}, async () => {
  const { services } = world;
  const dice = createDice();
  const seller = await world.user({ paid: true });
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => world.user({ paid: true })));
  const ads: number[] = [];
  for (let n = 0; n < ADS; n += 1) {
    const body = { board_title: `Лодка ${n}`, board_description: 'Надувная', board_price: 100_000, category: 2 };
    ads.push((await world.call(seller, adsApi.create, { body })).body.board_id);
  }
  for (const person of people) {
    await world.call(person, searchesApi.save, { body: { category_id: 2 } });
    await world.call(person, followsApi.set, { body: { to_id: seller.id, subscribe: 1 } });
  }
  const said: { id: number; author: Actor }[] = [];
  const failures: string[] = [];
  const one = <T>(of: readonly T[]): T => of[dice(of.length)] as T;

  async function send<E extends AnyEndpoint>(who: Actor, endpoint: E, input: TestCall<E>) {
    const answer = await world.call(who, endpoint, input);
    if (answer.statusCode >= 500) failures.push(`${endpoint.method} ${endpoint.path}: ${answer.statusCode}`);
    return answer;
  }
  async function comment(extra: object): Promise<void> {
    const author = one(people);
    const { statusCode, body } = await send(author, commentsApi.add, {
      body: { board_id: one(ads), message: `Слово ${dice(1000)}`, ...extra },
    });
    if (statusCode === 200) said.push({ id: body.id, author });
  }
  const hide = (isHidden: boolean) =>
    services.db
      .transaction()
      .execute((tx) => emit(services, tx, { type: 'user.visibilityChanged', userId: seller.id, isHidden }))
      .catch((error: Error) => failures.push(`hide: ${error.message}`));
  const deeds: readonly (() => Promise<unknown>)[] = [
    () => send(one(people), favoritesApi.add, { body: { subscription_board_id: one(ads) } }),
    () => send(one(people), favoritesApi.remove, { query: { board_id: one(ads) } }),
    () => comment({}),
    () => comment({ rating: 1 + dice(5) }),
    () => comment(said.length > 0 ? { reply_to: one(said).id } : {}),
    async () => {
      if (said.length === 0) return;
      const { id, author } = one(said);
      await send(author, commentsApi.edit, { body: { id, message: `Иначе ${dice(1000)}`, rating: dice(6) } });
    },
    async () => {
      if (said.length === 0) return;
      const { id, author } = one(said);
      await send(author, commentsApi.remove, { params: { id } });
    },
    async () =>
      said.length > 0 && send(seller, commentsApi.hide, { body: { id: one(said).id, hidden: dice(2) ? 1 : 0 } }),
    () => send(seller, adsApi.edit, { body: { board_id: one(ads), board_price: 1000 + dice(100_000) } }),
    () => send(seller, adOwnerApi.renew, { body: { board_id: one(ads) } }),
    () => send(one(people), adOwnerApi.revealPhone, { params: { id: one(ads) } }),
    () => send(one(people), adOwnerApi.view, { params: { id: one(ads) } }),
    () => hide(dice(2) === 1),
  ];

  const workers = await startWorkers(services, listJobs(), { concurrency: 4 });
  const periodic = startPeriodicJobs(services);
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, turn) => deeds[turn % deeds.length]?.()));
    await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(services.db);
  }
  await hide(false);
  periodic.stop();
  await workers.stop();

  expect(failures).toEqual([]);
  expect(await findDrift(seller.id)).toEqual([]);
  const { rows: tries } = await sql`
    select task_identifier, last_error from graphile_worker.jobs where last_error is not null`.execute(services.db);
  expect(tries).toEqual([]);
});
