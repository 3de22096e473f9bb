import { randomUUID } from 'node:crypto';
import { READERS } from '../data/whole-site.ts';
import { MUSIC_SEARCHES } from '../many-tracks.ts';
import { SEARCHES, SUGGESTED } from '../searches.ts';

export interface Reader {
  id: number;
  token: string;
  /** The longest conversation and a short one. */
  chats: readonly [number, number];
  playlist: number;
}

/** What the same questions to two sites are about: everything is chosen the same way in each. */
export interface Questions {
  readers: readonly Reader[];
  /** Spread over all of them. */
  ads: readonly number[];
  people: readonly number[];
  /** The cities with the most ads, and one with few. */
  cities: readonly number[];
  smallCity: number;
}

interface Request {
  path: string;
  method?: 'PUT' | 'POST';
  body?: object;
}

export interface Call {
  kind: 'ads' | 'people' | 'publications' | 'messages' | 'writing';
  what: string;
  /** Of a round; two of each reader unless there are more questions. */
  count: number;
  ask(questions: Questions, reader: Reader, i: number): Request;
}

export const REQUESTS = 2 * READERS;

const NAMES =
  'александр|Мария|зоя|иваненко|жук|ал|ко|анна иваненко|Зоя Жук|дмитрий см|семенов|Фёдор|ерш|петр|мария мария|кузьмин тимур|андр|полина лазарь|н|льин|дани|елена соколов|вера|степан|людмила|тарас|ильин'.split(
    '|',
  );
const SAID =
  'лодка|вечер|доставка|спасибо|гитару|завтра|привет|концерт|заказ|коля|вел|ч|размеры дивана|дом|могу забрать'.split(
    '|',
  );
const PUBLISHED = ['река', 'туман', 'утром на реке', '#волга', 'Публикация 77', 'обед'];
const TEXT = 'Здравствуйте! Ещё продаёте? Могу забрать сегодня вечером.';

/** Filters of lists without words; `c` is one of the large cities. */
const FILTERS = [
  'price_from=500&price_to=5000',
  'sort=price_asc&photo=1',
  'category_id=2&price_from=1000&price_to=9000',
  'city_id=c&price_to=2000',
  'city_id=c&photo=1&sort=price_desc',
  'city_id=s&radius=100',
  'city_id=s&radius=200&sort=near',
  'category_id=5&days=30',
  'search=диван&category_id=2',
  'search=велосипед&city_id=c&sort=price_asc',
];

const at = (list: readonly string[], i: number): string => encodeURIComponent(list[i % list.length] ?? '');
const listOf = ({ cities, smallCity }: Questions, i: number): string =>
  encodeURI(FILTERS[i % FILTERS.length] ?? '')
    .replace('city_id=c', `city_id=${cities[Math.floor(i / FILTERS.length) % cities.length]}`)
    .replace('city_id=s', `city_id=${smallCity}`);

const call = (kind: Call['kind'], what: string, ask: Call['ask'], count = REQUESTS): Call => ({
  kind,
  what,
  count,
  ask,
});
const get = (kind: Call['kind'], what: string, pathOf: (...given: Parameters<Call['ask']>) => string, count?: number) =>
  call(kind, what, (...given) => ({ path: pathOf(...given) }), count);
const post = (kind: Call['kind'], what: string, path: string, bodyOf: (...given: Parameters<Call['ask']>) => object) =>
  call(kind, what, (...given) => ({ path, method: 'POST', body: bodyOf(...given) }));

/** What writes comes last, so that it changes nothing of what is read. */
export const CALLS: readonly Call[] = [
  get('ads', 'List of ads', (_, __, i) => `/api/boards/enabled?page=${1 + (i % 3)}`),
  get(
    'ads',
    'Ads of a category in a city',
    ({ cities }, _, i) => `/api/boards/enabled?category_id=${1 + (i % 5)}&city_id=${cities[i % cities.length]}`,
  ),
  get('ads', 'Filtered lists of ads', (questions, _, i) => `/api/boards/enabled?${listOf(questions, i)}`),
  get('ads', 'Counts beside the filters', (questions, _, i) => `/api/boards/facets?${listOf(questions, i)}`),
  get('ads', 'Search for ads', (_, __, i) => `/api/boards/enabled?search=${at(SEARCHES, i)}`, SEARCHES.length),
  get('ads', 'Suggestions of searches', (_, __, i) => `/api/boards/suggest?search=${at(SUGGESTED, i)}`),
  get('ads', 'An ad', ({ ads }, _, i) => `/api/boards/${ads[i]}?phone=masked`),
  get('ads', 'Similar ads', ({ ads }, _, i) => `/api/boards/similar/${ads[i]}`),
  get('ads', 'Own ads', () => '/api/boards'),
  get('ads', 'Ads of a person', ({ people }, _, i) => `/api/boards/user?user_id=${people[i]}`),
  get('people', 'A person', ({ people }, _, i) => `/api/users/${people[i]}?phone=masked`),
  get('people', 'Search for people', (_, __, i) => `/api/users?except_me=1&search=${at(NAMES, i)}`),
  get('people', 'People one may know', () => '/api/users/friends/suggestions'),
  get('people', 'Friends', () => '/api/users/friends'),
  get('people', 'Notifications', () => '/api/notifications?mark=0'),
  post('people', 'Unread notifications', '/api/notifications', () => ({})),
  get('publications', 'Feed', (_, { id }) => `/api/publish/subscribed/get/${id}?size=12`),
  get(
    'publications',
    'Publications of a person',
    ({ people }, _, i) => `/api/publish/get/by/user?user_id=${people[i]}`,
  ),
  get('publications', 'Search in publications', (_, __, i) => `/api/publish/search?search=${at(PUBLISHED, i)}`),
  get('publications', 'What is near', ({ cities }, _, i) => `/api/near?city_id=${cities[i % cities.length]}`),
  post('publications', 'Music of a person', '/api/audio/get', ({ people }, _, i) => ({ user_id: people[i] })),
  post('publications', 'A playlist', '/api/audio/get', (_, { playlist }) => ({ playlist_id: playlist })),
  post('publications', 'Own playlists', '/api/playlists/get', () => ({})),
  call('publications', 'Search for music', (_, __, i) => ({
    path: '/api/audio/search',
    method: 'PUT',
    body: { search: MUSIC_SEARCHES[i % MUSIC_SEARCHES.length] },
  })),
  get('messages', 'Conversations', () => '/api/chat'),
  get('messages', 'Messages of a conversation', (_, { chats }, i) => `/api/chat/${chats[i % 2]}?mark=0`),
  get('messages', 'Search in messages', (_, __, i) => `/api/chat/search?search=${at(SAID, i)}`),
  get('messages', 'Unread messages', () => '/api/chat/unread'),
  call('writing', 'Sending a message', (_, { chats }) => ({
    path: `/api/chat/${chats[1]}`,
    method: 'PUT',
    body: { content: TEXT, client_key: randomUUID() },
  })),
  call('writing', 'Publishing an ad', ({ cities }, _, i) => ({
    path: '/api/boards',
    method: 'PUT',
    body: {
      board_title: `Диван угловой ${i}`,
      board_description: `Продам диван, состояние хорошее. Номер ${randomUUID()}`,
      board_price: 5000 + i,
      category: 2,
      city: cities[i % cities.length],
    },
  })),
];
