import type { AdFilters } from '@app/contract/market/ads';
import type pg from 'pg';

export const SEARCHES: readonly string[] = [
  'продам',
  'ещё',
  'номер',
  'состояние',
  'документы',
  'диван',
  'велосипед',
  'стол',
  'квартира',
  'коляска',
  'кресло',
  'холодильник',
  'машина',
  'самокат',
  'зеркало',
  'гитара',
  'палатка',
  'чайник',
  'подушка',
  'мангал',
  'рассада',
  'сундук',
  'чемодан',
  'валенки',
  'гантели',
  'спиннинг',
  'прицеп',
  'наушники',
  'баян',
  'картофель',
  'репетитор',
  'маникюр',
  'фотограф',
  'диваны',
  'велосипеды',
  'кресел',
  'лодку',
  'котята',
  'Samsung',
  'Икеа',
  'Canon',
  'Меркурий',
  'Самоделкин',
  'Хохлома',
  'Кузнецовский',
  'диван угловой',
  'велосипед горный',
  'новый телефон',
  'детская коляска',
  'кожаное кресло',
  'винтажный баян',
  'садовый гном',
  'стол Икеа',
  'продам диван недорого',
  'гитара в хорошем состоянии',
  'лодка мотор прицеп',
  'див',
  'вел',
  'кол',
  'мото',
  'фотогр',
  'ко',
  'п',
  'зимние кросс',
  'больш холод',
  'lbdfy',
  'б/у',
  'Номер 777777',
  'космолёт',
  'зюзюблик',
  'диван зюзюблик',
  'велосепед',
  'холодильнек',
  'velosiped',
  'dtkjcbgtl ujhysq',
  'шкаф угловойй',
];

export const SUGGESTED: readonly string[] = `
  в д к ш щ ве ди ко те ба вел див кол тел шка вело дива коля холод самок велосипед диван стол квартира детский
  |велосипед н|диван угл|диван новый|стол кухонный|шкаф бел|продам|lbd|dtkjc|rjkzcrf|divan|velos|kolyas|hol
  |велас|дивон|холадил|каляск|стиралн|тилевиз|зюзюбл|диван зюз|ъъъ`
  .split('|')
  .flatMap((part, i) => (i === 0 ? part.trim().split(/\s+/) : part.trim()));

export type Narrowing = Partial<Omit<AdFilters, 'page' | 'size'>>;

export async function askedFor(pool: pg.Pool): Promise<Narrowing[]> {
  const cities = await pool.query<{ city_id: number }>(
    `select city_id from ad_counts where category_id = 0 and country_id = 0 and city_id <> 0 order by public desc limit 100`,
  );
  const choices = await pool.query<{ category_id: number; id: number; choice: number }>(
    `select distinct on (a.category_id) a.category_id, a.id, c.id as choice
     from category_attributes a join attribute_choices c on c.attribute_id = a.id
     where a.searchable and a.kind = 'choice' order by a.category_id, a.position, c.position`,
  );
  const numbers = await pool.query<{ category_id: number; id: number }>(
    `select distinct on (category_id) category_id, id from category_attributes
     where searchable and kind = 'number' order by category_id, position`,
  );
  const big = cities.rows[0]?.city_id ?? 1;
  const small = cities.rows.at(-1)?.city_id ?? 1;
  const byChoice = choices.rows.slice(0, 4).map(({ category_id, id, choice }) => ({
    category_id,
    attributes: `${id}:${choice}`,
  }));
  const byNumber = numbers.rows
    .slice(0, 4)
    .map(({ category_id, id }) => ({ category_id, attributes: `${id}:100-300` }));
  const plain: Narrowing[] = [
    { sort: 'price_asc' },
    { sort: 'price_desc' },
    { photo: 1 },
    { price_from: 500, price_to: 900 },
    { price_from: 1000, price_to: 5000, photo: 1 },
    { price_from: 500_000 },
    { price_to: 200 },
  ];
  const places: Narrowing[] = [
    {},
    { category_id: 2 },
    { category_id: 5 },
    { city_id: big },
    { city_id: small },
    { country_id: 1 },
    { category_id: 2, city_id: big },
    { city_id: small, radius: 100 },
    { city_id: big, radius: 200 },
  ];
  const around = [small, big].flatMap((city_id): Narrowing[] =>
    [{}, { category_id: 2 }, { photo: 1 as const }, { price_from: 500_000 }, { search: 'диван' }].flatMap((more) =>
      [25, 200, 500].map((radius) => ({ city_id, radius, sort: 'near' as const, ...more })),
    ),
  );
  const narrowed = places.flatMap((place) => plain.map((one) => ({ ...place, ...one })));
  const sorted = [...byChoice, ...byNumber].flatMap((one): Narrowing[] => [
    one,
    { ...one, price_from: 300, sort: 'price_asc' },
  ]);
  const worded = ['диван', 'велосипед детский', 'баян', 'lbdfy'].flatMap((search): Narrowing[] => [
    { search, sort: 'price_asc' },
    { search, category_id: 2, price_to: 5000, sort: 'price_asc' },
    { search, city_id: big, photo: 1 },
  ]);
  return [...narrowed, ...around, ...sorted, ...worded];
}
