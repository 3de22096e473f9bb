import { placesApi } from '@app/contract/reference/places';
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../test/world.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { Neighbourhood } from '../../reference/places/newest-of-cities.public.ts';
import { citiesWithin } from '../../reference/reference.public.ts';
import { findNear } from './find-near.ts';
import { NEAR_TOP } from './near-position.ts';

const MANY = 6000;
const SIZE = 10;
/** Tables that are read by index alone; those of an empty circle are read whole. */
const LARGE = ['publications', 'publication_places', 'ads'];

let world: World;
let cities: readonly number[];

beforeAll(async () => {
  world = await createWorld();
  const { pool } = world.services;
  const [place] = (await world.call(null, placesApi.suggest, { query: { search: 'Казань' } })).body.places;
  cities = await citiesWithin(pool, place?.id ?? 0, 200);
  const { id: author } = await world.user({ paid: true });
  // Most lie in the first city, and each of the others has some.
  const city = `($2::bigint[])[case when n % 3 = 0 then 1 + n % cardinality($2::bigint[]) else 1 end]`;
  await pool.query(
    `with made as (
      insert into publications (user_id, description, state, published_at, changed_at)
      select $1, 'Закат', 'published', now() - make_interval(mins => n), now() from generate_series(1, $3::int) n
      returning id, published_at
    ) insert into publication_places (publish_id, city_id, published_at)
    select id, ${city}, published_at from (select made.*, row_number() over () as n from made) made`,
    [author, cities, MANY],
  );
  await pool.query(
    `insert into ads (owner_id, title, description, price_roubles, created_at, city_id, country_id)
     select $1, 'Самовар', 'Медный', 900, now() - make_interval(mins => n), c.id, c.country_id
     from generate_series(1, $3::int) n join cities c on c.id = ${city}`,
    [author, cities, MANY],
  );
  await pool.query('vacuum analyze publications');
  await pool.query('vacuum analyze publication_places');
  await pool.query('vacuum analyze ads');
});
afterAll(() => world.close());

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
/** Rows that the scans of a plan touched. */
const touchedBy = (nodes: readonly PlanNode[]): number =>
  nodes
    .filter((node) => node['Relation Name'] !== undefined || node['Node Type'].startsWith('Index'))
    .reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    );

async function plansOf(userId: number | null, where: Neighbourhood): Promise<PlanNode[][]> {
  const { pool } = world.services;
  const asked: CompiledQuery[] = [];
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      asked.push(query);
    },
  });
  const viewer = {
    userId,
    sessionId: null,
    isStaff: false,
    isSuperuser: false,
    isPaid: false,
    lang: 'ru',
    ip: '',
  } as const;
  const { found } = await findNear({ db, pool }, viewer, where, { below: NEAR_TOP, size: SIZE });
  expect(found).toHaveLength(SIZE);
  return Promise.all(
    asked.map(async ({ sql, parameters }) => {
      const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (analyze, timing off, format json) ${sql}`,
        [...parameters],
      );
      const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
      return plan === undefined ? [] : nodesOf(plan.Plan);
    }),
  );
}

test('a page of a district is read by the indexes of districts', async () => {
  const { pool } = world.services;
  await pool.query(`update publication_places set district = 'Центр' where publish_id % 5 = 0`);
  await pool.query(`update ads set district = 'Центр' where id % 5 = 0`);
  await pool.query('vacuum analyze publication_places');
  await pool.query('vacuum analyze ads');
  const plans = await plansOf(null, { cities: cities.slice(0, 1), district: 'центр' });
  const indexes = plans.flat().flatMap((node) => node['Index Name'] ?? []);
  expect(indexes).toEqual(expect.arrayContaining(['publication_places_districts', 'ads_districts']));
});

test('a page costs what is wanted of it and the cities around, not what there is', async () => {
  const reader = await world.user();
  expect(cities.length).toBeGreaterThan(3);
  for (const userId of [null, reader.id]) {
    for (const of of [cities.slice(0, 1), cities]) {
      const plans = await plansOf(userId, { cities: of, district: null });
      expect(plans).toHaveLength(2);
      const indexes = plans.flat().flatMap((node) => node['Index Name'] ?? []);
      expect(indexes).toEqual(expect.arrayContaining(['publication_places_newest', 'ads_public_city']));
      const isLarge = (node: PlanNode) => LARGE.includes(node['Relation Name'] ?? '');
      expect(plans.flat().filter((node) => node['Node Type'] === 'Seq Scan' && isLarge(node))).toEqual([]);
      // Three rows for one wanted of each city that takes part, then the rows themselves and the author's blocks.
      const most = 3 * SIZE * (Math.min(of.length, 3 * SIZE) + 8) + of.length;
      for (const plan of plans) expect(touchedBy(plan)).toBeLessThan(most);
      expect(most).toBeLessThan(MANY);
    }
  }
});
