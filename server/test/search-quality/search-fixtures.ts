import { readFileSync } from 'node:fs';
import type pg from 'pg';

interface SearchAd {
  name: string;
  title: string;
  description: string;
  price: number;
  /** Icon of its category. */
  category: string;
  city: string;
}

interface SearchQuery {
  kind: string;
  typed: string;
  /** Names of ads, of which one has to be among the first ten. */
  expected: readonly string[];
  /** Names of ads that contradict what was typed. */
  excluded: readonly string[];
}

function readTable(file: string): string[][] {
  const [, ...lines] = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => line.split('\t'));
}

export const SEARCH_ADS: readonly SearchAd[] = readTable('ads.tsv').map(
  ([name = '', title = '', description = '', price = '', category = '', city = '']) => {
    return { name, title, description, price: Number(price), category, city };
  },
);

export const SEARCH_QUERIES: readonly SearchQuery[] = readTable('queries.tsv').map(
  ([kind = '', typed = '', expected = '']) => {
    const names = expected.split(',');
    return {
      kind,
      typed,
      expected: names.filter((name) => !name.startsWith('!')),
      excluded: names.filter((name) => name.startsWith('!')).map((name) => name.slice(1)),
    };
  },
);

/** Publishes the ads and returns their names by id. */
export async function insertSearchAds(pool: pg.Pool): Promise<ReadonlyMap<number, string>> {
  await pool.query(`
    insert into users (login, email, firstname, lastname, referral_code, password_hash, status, activated_at)
    values ('anna', 'anna@example.com', 'Анна', 'Шевченко', 'ANNA22', '', 'active', now())`);
  const { rows } = await pool.query<{ id: number; title: string }>(
    `insert into ads (owner_id, title, description, price_roubles, category_id, country_id, city_id, created_at)
     select (select max(id) from users), ad.title, ad.description, ad.price, c.id, t.country_id, t.id,
       now() - hashtext(ad.title) % 1000 * interval '1 hour'
     from jsonb_to_recordset($1::jsonb) as ad (title text, description text, price bigint, category text, city text)
     join categories c on c.icon = ad.category
     join cities t on t.name_native = ad.city
       and t.country_id = (select id from countries where iso = 'RU')
     returning id, title`,
    [JSON.stringify(SEARCH_ADS)],
  );
  const names = new Map(SEARCH_ADS.map(({ name, title }) => [title, name]));
  return new Map(rows.map(({ id, title }) => [id, names.get(title) ?? '']));
}
