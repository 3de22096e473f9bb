import { adsApi } from '@app/contract/market/ads';
import { followsApi } from '@app/contract/market/follows';
import { circleApi } from '@app/contract/people/circle';
import { personNotesApi } from '@app/contract/people/person-notes';
import { usersApi } from '@app/contract/people/users';
import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import { commentsApi } from '@app/contract/publishing/comments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type TestCall, type World } from '../world.ts';

/** Values that only the user and staff may read while the privacy settings hide everything. */
const SECRETS = {
  login: 'kanareika.login',
  email: 'kanareika@canary.example',
  email_pending: 'kanareika.next@canary.example',
  phone: '+79005550199',
  bank_name: 'Банк Канарейка',
  bank_account: '40702810900000077777',
  bank_inn: '7707083893',
  note: 'Заметка канарейки о соседях',
};
const WORDS = [...Object.values(SECRETS).filter((word) => word !== SECRETS.phone), '9005550199', '900 555', '555-01'];
const NOTHING = { see_phone: 'nobody', see_email: 'nobody', see_online: 'nobody', see_friends: 'nobody' } as const;

/** Where friends learn the login for mentions; nobody else does. */
const NAMED_TO_FRIENDS = '/api/publish/people';

let world: World;
let person: Actor;
let viewers: Record<'guest' | 'stranger' | 'friend' | 'relative' | 'blocked' | 'blocking' | 'put away', Actor | null>;
let ids: number[];

beforeAll(async () => {
  world = await createWorld();
  const { db } = world.services;
  person = await world.user({ login: SECRETS.login, email: SECRETS.email, phone: SECRETS.phone, paid: true });
  const { bank_name, bank_account, bank_inn } = SECRETS;
  await sql`
    update users set see_phone = ${NOTHING.see_phone}, see_email = ${NOTHING.see_email}, see_online = ${NOTHING.see_online},
      see_friends = ${NOTHING.see_friends}, legal_status = 1, bank_name = ${bank_name}, bank_account = ${bank_account},
      bank_inn = ${bank_inn}
    where id = ${person.id}`.execute(db);
  await does(person, usersApi.change, { params: { id: person.id }, body: { email: SECRETS.email_pending } });
  viewers = {
    guest: null,
    stranger: await world.user({ paid: true }),
    friend: await world.user(),
    relative: await world.user({ paid: true }),
    blocked: await world.user(),
    blocking: await world.user(),
    'put away': await world.user(),
  };
  const { stranger, friend, relative, blocked, blocking, 'put away': putAway } = viewers;
  const board = await does(person, adsApi.create, {
    body: { board_title: 'Лодка', board_description: 'Надувная', board_price: 100 },
  });
  const comment = await does(person, commentsApi.add, {
    body: { board_id: board.board_id, message: 'Торг уместен' },
  });
  for (const other of [stranger, friend, relative, blocked, blocking, putAway]) {
    if (other === null) continue;
    await does(other, followsApi.set, { body: { to_id: person.id, subscribe: 1 } });
    await does(other, commentsApi.add, { body: { board_id: board.board_id, message: 'Ещё есть?' } });
    if (other !== stranger) await does(other, circleApi.request, { params: { id: person.id } });
  }
  for (const other of [friend, relative, blocked, blocking])
    await does(person, circleApi.accept, { params: { id: other?.id ?? 0 } });
  for (const other of Object.values(viewers)) {
    if (other === null) continue;
    await does(person, personNotesApi.set, { params: { id: other.id }, body: { note: SECRETS.note } });
  }
  await does(person, circleApi.card, { body: { id: relative?.id ?? 0, kith: 1 } });
  await does(person, circleApi.hideByPost, { params: { id: putAway?.id ?? 0 } });
  await does(person, circleApi.block, { params: { id: blocked?.id ?? 0 } });
  await does(blocking, circleApi.block, { params: { id: person.id } });
  await does(person, circleApi.mute, { params: { id: friend?.id ?? 0 }, body: {} });
  ids = [person.id, board.board_id, comment.id];
});
afterAll(() => world.close());

async function does<E extends AnyEndpoint>(who: Actor | null, endpoint: E, input: TestCall<E>) {
  const { statusCode, body } = await world.call(who, endpoint, input);
  expect({ path: endpoint.path, statusCode, code: body.code }).toEqual({ path: endpoint.path, statusCode: 200 });
  return body;
}

interface Operation {
  parameters: { name: string; in: string }[];
}

/** All readable addresses about the user and their content, plain and with searches for hidden values. */
async function listAddresses(): Promise<string[]> {
  const { paths } = (await world.app.inject('/api/openapi.json')).json() as {
    paths: Record<string, Record<string, Operation>>;
  };
  const all = Object.entries(paths).flatMap(([path, { get }]) => {
    // Answering a friend request is not a read.
    if (get === undefined || path.endsWith('/friends/{id}')) return [];
    const places = path.includes('{') ? ids.map((id) => path.replace(/\{\w+\}/, String(id))) : [path];
    const queries = get.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    const ofThem = queries.flatMap((name) => (/id$|^ids$|^user$/.test(name) ? ids.map((id) => `?${name}=${id}`) : []));
    const searches = queries.includes('search')
      ? Object.values(SECRETS).map((word) => `?search=${encodeURIComponent(word)}`)
      : [];
    return places.flatMap((place) => ['', ...ofThem, ...searches].map((query) => place + query));
  });
  return [...all, '/sitemap.xml', '/sitemap/pages.xml', '/sitemap/ads-1.xml'];
}

/** A feed is named after the words that were searched; what it says about people is in its entries. */
const entriesOf = (feed: string): string => (feed.match(/<entry>.*?<\/entry>/gs) ?? []).join('');

function findPerson(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(findPerson);
  const { id, user_id } = value as Record<string, unknown>;
  return id === person.id || user_id === person.id ? [value as Record<string, unknown>, ...inside] : inside;
}

test.each(['guest', 'blocked'] as const)(
  'nothing that a person hides is in any answer to somebody else: %s',
  expectNothingLeaked,
);
test.each(['stranger', 'friend', 'relative', 'blocking', 'put away'] as const)(
  'nothing that a person hides is in any answer to somebody else: %s',
  { tags: ['long'] },
  expectNothingLeaked,
);

async function expectNothingLeaked(kind: keyof typeof viewers): Promise<void> {
  const viewer = viewers[kind];
  const headers = viewer === null ? {} : { authorization: `Bearer ${viewer.token}` };
  const leaks: string[] = [];
  let shown = 0;
  const isFriend = kind === 'friend' || kind === 'relative';
  for (const url of await listAddresses()) {
    if (isFriend && url.startsWith(NAMED_TO_FRIENDS)) continue;
    const { body, statusCode, headers: answered } = await world.app.inject({ url, headers });
    if (statusCode >= 500) leaks.push(`${url}: ${statusCode}`);
    const answer = url.startsWith('/feeds/') ? entriesOf(body) : body;
    for (const word of WORDS) if (answer.includes(word)) leaks.push(`${url}: ${word}`);
    if (!String(answered['content-type']).includes('json')) continue;
    for (const found of findPerson(JSON.parse(body))) {
      shown += 1;
      for (const field of ['phone', 'email', 'login', 'bank', 'privacy', 'email_pending', 'permissions', 'payed_until'])
        if (found[field] !== undefined && found[field] !== '') leaks.push(`${url}: ${field}`);
      if (found.online === 1 || found.last_seen || found.friends_count !== undefined) leaks.push(`${url}: presence`);
      if (found.kith === 1 || found.muted === 1 || (found.blocked === 1 && kind !== 'blocking'))
        leaks.push(`${url}: what the person thinks`);
      if (kind === 'put away' && 'friendship' in found && found.friendship !== 'request')
        leaks.push(`${url}: the request was put away`);
    }
  }
  expect(leaks).toEqual([]);
  expect(shown).toBeGreaterThan(3);
  const named = await world.app.inject({ url: NAMED_TO_FRIENDS, headers });
  expect(WORDS.filter((word) => named.body.includes(word))).toEqual(isFriend ? [SECRETS.login] : []);
}
