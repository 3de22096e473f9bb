import type pg from 'pg';
import { createCachedQuery } from '../cached-query.ts';
import { normalizeName } from '../names.ts';
import type { Names } from '../reference.tables.ts';

export interface NamedCity {
  id: number;
  countryId: number;
  name_native: string;
  name_en: string;
  names: Names;
}

export interface CityForm {
  city: NamedCity;
  /** False for names in another case («в Казани»), and for names that mean other things as well («Орёл»). */
  isPlain: boolean;
}

/** Finds cities by their names as people write them within a sentence. */
export interface PlaceNames {
  get(name: string): CityForm | undefined;
  forms(): Iterable<[string, CityForm]>;
}

const KEPT_MS = 60_000;

export const placeNames = createCachedQuery<PlaceNames>(
  async (pool: pg.Pool) => {
    const { rows } = await pool.query<NamedCity>({
      name: 'place-names',
      text: `select id, country_id as "countryId", name_native, name_en, names from cities
             order by population desc, id`,
    });
    return createPlaceNames(rows);
  },
  Date.now,
  KEPT_MS,
);

/** Cities whose names are words or names of things and people: without a preposition these are not read as places. */
const THINGS = new Set(
  `орел владимир киров пушкин пушкино чехов чайковский клин шахты ковров находка видное ровно сумы днепр минск рига мерида
  бар сана газа лима канны серов глазов кузнецк азов северск энгельс дзержинск октябрьский жуковский королев волжский
  урал панама бурса валенсия виктория гент верона корк порту брага нара бостон дуглас оран перт вена гранада кордова
  росарио сус маре мале фес ниш котор галле кали катания портленд остин даллас орландо севилья александрия монако
  тур ош кито кано софия варна родос канди печ нант лидс салоники регина пальма артем николаев чита печоры братск`.split(
    /\s+/,
  ),
);

/** Names that cities have in talk. */
const TALK: readonly (readonly [string, string])[] = [
  ['спб', 'санкт петербург'],
  ['питер', 'санкт петербург'],
  ['петербург', 'санкт петербург'],
  ['мск', 'москва'],
  ['екб', 'екатеринбург'],
  ['нск', 'новосибирск'],
  ['новосиб', 'новосибирск'],
  ['челны', 'набережные челны'],
  ['нижний', 'нижний новгород'],
  ['ростов', 'ростов на дону'],
  ['крд', 'краснодар'],
];
const TALK_WITH_PREPOSITION = new Set(['нижний', 'ростов']);

export function createPlaceNames(cities: readonly NamedCity[]): PlaceNames {
  const forms = new Map<string, CityForm>();
  const add = (form: string, city: NamedCity, isPlain: boolean): void => {
    const known = forms.get(form);
    // The larger city comes first and keeps its name.
    if (known === undefined) forms.set(form, { city, isPlain });
  };
  const names = cities.map((city) => ({
    city,
    plain: new Set([city.name_native, city.names.ru ?? city.name_native, city.name_en].map(normalizeName)),
  }));
  for (const { city, plain } of names) for (const name of plain) add(name, city, !THINGS.has(name));
  for (const [talk, name] of TALK) {
    const city = forms.get(name)?.city;
    if (city === undefined) continue;
    add(talk, city, !TALK_WITH_PREPOSITION.has(talk));
    for (const form of caseForms(talk)) add(form, city, false);
  }
  for (const { city, plain } of names)
    for (const name of plain) for (const form of caseForms(name)) add(form, city, false);
  return { get: (name) => forms.get(name), forms: () => forms };
}

/** Russian case forms of a name of one or more words, some of which may not exist. */
export function caseForms(name: string): string[] {
  if (!/^[а-я ]+$/.test(name)) return [];
  const words = name.split(' ').map((word) => declined(word));
  // All words stand in the same case, so that the forms of each word are in one order; a name after «на» stays.
  const at = name.split(' ').indexOf('на');
  const last = at === -1 ? words.length : at;
  const count = Math.max(...words.map((cases) => cases.length));
  return Array.from({ length: count }, (_, index) =>
    words.map((cases, place) => (place < last ? (cases[index] ?? cases.at(-1)) : name.split(' ')[place])).join(' '),
  );
}

/** Endings in the order: genitive, dative, accusative, instrumental, prepositional, and what else people write. */
const DECLENSIONS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/(?<=[нжшщч])ий$/, ['его', 'ему', '', 'им', 'ем']],
  [/(ий|ый|ой)$/, ['ого', 'ому', '', 'им', 'ом', 'ем']],
  [/(ые|ие)$/, ['ых', 'ым', '', 'ыми', 'ых', 'их']],
  [/ая$/, ['ой', 'ой', 'ую', 'ой', 'ой']],
  [/(ое|ее)$/, ['ого', 'ому', '', 'ым', 'ом', 'ем']],
  [/ия$/, ['ии', 'ии', 'ию', 'ией', 'ии']],
  [/(?<=[гкхжшщч])а$/, ['и', 'е', 'у', 'ой', 'е']],
  [/а$/, ['ы', 'е', 'у', 'ой', 'е']],
  [/я$/, ['и', 'е', 'ю', 'ей', 'е']],
  [/ь$/, ['и', 'и', '', 'ью', 'и']],
  [/(?<=[ое]в|ин)о$/, ['а', 'у', '', 'ом', 'е']],
  [/[ыи]$/, ['', 'ам', '', 'ами', 'ах']],
  [/(?<=[бвгджзклмнпрстфхцчшщ])$/, ['а', 'у', '', 'ом', 'е']],
];

/** First parts of compound names, which stay: «в Улан-Удэ», «в Орехово-Зуеве». */
const FIXED = /^(санкт|йошкар|улан|ханты|южно|усть|горно|наро|нарьян|орехово|ивано)$/;

function declined(word: string): string[] {
  if (FIXED.test(word)) return [word];
  const [ending, cases] = DECLENSIONS.find(([pattern]) => pattern.test(word)) ?? [];
  if (ending === undefined || cases === undefined) return [word];
  const bare = word.replace(ending, '');
  const forms = cases.map((one) => (one === '' ? word : bare + one));
  // Soft masculine names: «Ярославль», «в Ярославле»; fleeting vowels: «Орёл», «в Орле».
  if (word.endsWith('ль')) forms.push(`${bare}я`, `${bare}ю`, `${bare}ем`, `${bare}е`);
  const short = /^(.+)[ое]([кцл])$/.exec(word);
  if (short) forms.push(...['а', 'у', 'ом', 'е'].map((one) => `${short[1]}${short[2]}${one}`));
  return forms;
}
