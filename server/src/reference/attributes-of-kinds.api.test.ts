import { readFileSync } from 'node:fs';
import { attributesApi } from '@app/contract/reference/attributes';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../test/world.ts';

const MIGRATION = new URL('../../migrations/0080_attributes_of_kinds.sql', import.meta.url);

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function attributesOf(icon: string) {
  const { id } = await world.services.db
    .selectFrom('categories')
    .select('id')
    .where('icon', '=', icon)
    .executeTakeFirstOrThrow();
  return (await world.call(null, attributesApi.list, { query: { category: id } })).body.attributes;
}

async function kindsOf(icon: string): Promise<Record<string, string[]>> {
  const attributes = await attributesOf(icon);
  const names = new Map(attributes.flatMap(({ choices }) => choices.map(({ id, name }) => [id, name] as const)));
  const limited = attributes.filter(({ for_choices }) => for_choices !== undefined);
  return Object.fromEntries(
    limited.map(({ name, for_choices = [] }) => [name, for_choices.map((id) => names.get(id) ?? '')]),
  );
}

test('a frame is asked of bicycles, a gearbox of what has one, and land of houses and plots', async () => {
  expect(await kindsOf('car')).toEqual({
    Пробег: ['Автомобиль', 'Мотоцикл или мопед', 'Грузовик или спецтехника'],
    'Коробка передач': ['Автомобиль', 'Грузовик или спецтехника'],
    'Тип велосипеда': ['Велосипед'],
    'Размер рамы': ['Велосипед'],
    'Диаметр колёс': ['Велосипед'],
  });
  expect(await kindsOf('building')).toEqual({ 'Площадь участка': ['Дом или дача', 'Участок'] });
});

test('an installation that is there already gets the same attributes, and a second time nothing', async () => {
  const { db, pool } = world.services;
  const look = async () =>
    (
      await sql<object>`
        select c.icon, a.name, a.names, a.normalized, a.kind, a.unit, a.position::int,
          (select json_agg(k.normalized order by k.normalized) from attribute_choices k where k.id = any(a.for_choices)) as kinds,
          (select json_agg(json_build_object('name', k.name, 'names', k.names, 'normalized', k.normalized, 'position', k.position)
                           order by k.position) from attribute_choices k where k.attribute_id = a.id) as choices
        from category_attributes a join categories c on c.id = a.category_id order by c.icon, a.position`.execute(db)
    ).rows;
  const seeded = await look();
  const names = ['Тип велосипеда', 'Размер рамы', 'Диаметр колёс', 'Площадь участка', 'Диагональ', 'Рост'];
  await sql`delete from category_attributes where name = any(${names}::text[])`.execute(db);
  const migration = readFileSync(MIGRATION, 'utf8');
  const data = migration.slice(migration.indexOf('-- Attributes that were missing'));
  for (let round = 0; round < 2; round += 1) {
    await sql`update category_attributes set for_choices = '{}' where ${round} = 0`.execute(db);
    await pool.query(`begin; ${data} commit;`);
    expect(await look()).toEqual(seeded);
  }
});
