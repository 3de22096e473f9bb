import type pg from 'pg';
import { dice, skewed } from './data/dice.ts';

export const PEOPLE = 100_000;
/** Number of the reader's friends: the product's maximum. */
export const FRIENDS = 5000;
const POPULAR = 24;
const POPULAR_FROM = 2500;

const FIRSTNAMES = words(`
  Александр Мария Дмитрий Анна Сергей Елена Андрей Ольга Алексей Наталья Иван Екатерина Михаил Татьяна Евгений Ирина
  Артём Светлана Павел Юлия Николай Дарья Илья Полина Роман Ксения Кирилл Вера Тимур Алла Степан Людмила Фёдор Зоя`);
const LASTNAMES = words(`
  Иваненко Смирнов Кузнец Попов Соколов Лебедь Козлов Новик Мороз Петров Волков Соловей Васильев Зайченко Павлов
  Семёнов Голубь Виноград Богданов Воробей Фёдоров Михайлов Беляев Тарас Белый Комар Орлов Киселёв Макаренко Андрейчук
  Ковалёв Ильин Гусь Титов Кузьмин Кудря Баран Куликов Алексеев Степаненко Яковлев Сорока Сергеев Романов Захаренко
  Борисов Королёв Герасим Пономарь Григоренко Лазарь Медведь Ершов Никитин Соболь Рябов Поляк Цветков Данилов Жук`);
export const PEOPLE_WORDS = [FIRSTNAMES, LASTNAMES] as const;

/**
 * Inserts a hundred thousand users with friendships, deterministically: names and cities unevenly distributed, about
 * twenty friends each, the reader and some friends with the maximum. Needs the right to disable triggers.
 */
export async function insertManyPeople(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica; set local synchronous_commit = off');
    await client.query(INSERT_PEOPLE, [PEOPLE, ...PEOPLE_WORDS]);
    for (const statement of INSERT_FRIENDS) await client.query(statement, [PEOPLE, FRIENDS, POPULAR]);
    await client.query(INSERT_PRESENCE);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** `$1` people with the first and last names of `PEOPLE_WORDS`, who live more in large cities; `id` follows from their number `n`. */
export const insertPeople = (id: string): string => `
  with places as (
    select array_agg(id order by population desc, id) as cities, array_agg(country_id order by population desc, id) as countries
    from cities
  ), numbered as (
    select n, ${skewed('cardinality(cities)', dice('n', 3))} as place, cities, countries
    from places, generate_series(1, $1::int) n
  )
  insert into users (id, login, email, phone, phone_national, phone_country_code, firstname, lastname, referral_code,
                     country_id, city_id, password_hash, status, activated_at, see_online, see_friends)
  overriding system value
  select ${id}, 'many' || n, 'many' || n || '@example.com', '+7998' || lpad(n::text, 7, '0'), '998' || lpad(n::text, 7, '0'), '7',
         ($2::text[])[${skewed('cardinality($2::text[])', dice('n', 1))}],
         ($3::text[])[${skewed('cardinality($3::text[])', dice('n', 2))}],
         'M' || translate(lpad(n::text, 7, '0'), '01', 'XY'), countries[place], cities[place], '', 'active',
         timestamptz '2026-01-01 12:00+00',
         case when n % 10 = 3 then 'circle' else 'all' end, case when n % 20 = 7 then 'nobody' else 'all' end
  from numbered order by n`;
export const INSERT_PEOPLE = insertPeople('n');

/** Inserts both rows of each friendship between `a` and `b` of a query, formed `ago` seconds ago. */
const befriend = (pairs: string): string => `
  insert into friends (user_id, friend_id, since, is_relative)
  select case side when 0 then a else b end, case side when 0 then b else a end,
         timestamptz '2026-01-01 12:00+00' - ago * interval '1 second', ago between ${POPULAR_FROM} and ${POPULAR_FROM + POPULAR - 1}
  from (${pairs}) pairs cross join generate_series(0, 1) side
  where a <> b
  on conflict do nothing`;

const INSERT_FRIENDS = [
  befriend(`select $1::bigint as a, 1 + (k * 19) % ($1::bigint - 1) as b, k as ago
    from generate_series(0, $2::bigint - 1) k where $3 > 0`),
  befriend(`select 1 + (${POPULAR_FROM} + p) * 19 as a, 1 + ((k * 19) / (1 + k % 2) + p * (k % 2)) % ($1::bigint - 1) as b, 10000 + k as ago
    from generate_series(0, $3::bigint - 1) p, generate_series(0, $2::bigint - 30) k`),
  befriend(`select n as a, 1 + (n * 31 + d * d * 7919) % ($1::bigint - 1) as b, 20000 + (n * d) % 90000 as ago
    from generate_series(1, $1::bigint - 1) n, generate_series(1, 10) d where $2 > $3`),
];

const INSERT_PRESENCE = `
  with node as (
    insert into presence_nodes (node, alive_until)
    values ('00000000-0000-4000-8000-000000000000', 'infinity') returning node
  ), here as (
    insert into presences (user_id, node) select id, node from users, node where id % 20 = 1
  )
  insert into last_seen (user_id, at) select id, timestamptz '2026-01-01 12:00+00' - id * interval '1 minute' from users`;

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
