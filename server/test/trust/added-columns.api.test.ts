import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changesState } from '../../src/platform/http/guards.ts';
import { createWorld, type World } from '../world.ts';
import { MATRIX } from './matrix.ts';
import { ACTORS } from './row.ts';
import { createStage, type Stage } from './scene.ts';

let world: World;
let stage: Stage;

beforeAll(async () => {
  world = await createWorld();
  stage = await createStage(world);
});
afterAll(() => world.close());

/** PostgreSQL refuses a prepared statement that selects all columns of a table, once there is another. */
test('a node reads on while the next version adds a column to each table', async () => {
  const { db } = world.services;
  const scene = await stage.scene();
  const reads = MATRIX.filter(({ endpoint }) => !changesState(endpoint));
  const calls: (() => Promise<[string, number]>)[] = [];
  for (const { endpoint, case: name, input, who } of reads) {
    const kind = ACTORS.find((one) => one !== 'anonymous' && who[one] === 'ok');
    if (kind === undefined) continue;
    const [actor, sent] = [await stage.actor(kind, scene), await input(scene)];
    calls.push(async () => [name, (await world.call(actor, endpoint, sent)).statusCode]);
  }
  const readAll = async () => {
    const outcomes: [string, number][] = [];
    for (const call of calls) outcomes.push(await call());
    return outcomes;
  };
  await readAll();
  const before = await readAll();
  expect(before.filter(([, status]) => status === 200).length).toBeGreaterThan(100);
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(db);
  for (const { name } of rows) await sql`alter table ${sql.id(name)} add column added_later integer`.execute(db);
  expect(await readAll()).toEqual(before);
});
