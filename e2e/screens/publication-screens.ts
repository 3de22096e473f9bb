import { expect, type Page } from '@playwright/test';
import { phonePhoto } from '../../server/test/uploads/corpus.ts';
import { wav } from '../../server/test/uploads/sounds.ts';
import { api } from '../support/api.ts';
import { befriend } from '../support/chats.ts';
import { createPerson, type Person } from '../support/people.ts';
import { ADMIN } from '../support/product.ts';
import type { Screen, Stage } from './screens.ts';

const MISSING = /the server responded with a status of 404/;

interface Found {
  publish_id: number;
  publish_user_id: number;
  content: { kind: 'photo' | 'video' }[];
}

interface Playlist {
  id: number;
  name: string;
}

async function signInByApi({ login, password }: Pick<Person, 'login' | 'password'>): Promise<string> {
  const { token } = await api<{ token: string }>('POST', '/api/auth', { json: { login, password } });
  return token;
}

const addressOf = ({ publish_user_id, publish_id }: Found): string => `/user/${publish_user_id}/social/${publish_id}`;

async function tagged(tag: string, isIt: (found: Found) => boolean): Promise<Found> {
  const { list } = await api<{ list: Found[] }>('GET', `/api/publish/search?search=${encodeURIComponent(tag)}&size=50`);
  const found = list.find(isIt);
  if (!found) throw new Error(`The demonstration has no such publication with ${tag}`);
  return found;
}

const showing = async (kind: 'photo' | 'video'): Promise<string> =>
  addressOf(await tagged('#Волга', ({ content }) => content[0]?.kind === kind));

async function annasPublication({ anna }: Stage): Promise<Found> {
  return tagged('#дом', ({ publish_user_id }) => publish_user_id === anna.id);
}

async function annasPlaylist({ anna }: Stage): Promise<Playlist> {
  const { playlists } = await api<{ playlists: Playlist[] }>('POST', '/api/playlist/get', {
    token: await signInByApi(anna),
    json: { user_id: anna.id },
  });
  const found = playlists[0];
  if (!found) throw new Error('Anna has no playlist');
  return found;
}

async function tracksOf(playlist: Playlist, token: string): Promise<number[]> {
  const json = { playlist_id: playlist.id };
  const { music } = await api<{ music: { id: number }[] }>('POST', '/api/audio/get', { token, json });
  return music.map(({ id }) => id);
}

async function drafts({ subscriber: { id, token } }: Stage): Promise<string> {
  const address = `/user/${id}/social/drafts`;
  const { list } = await api<{ list: { state: string }[] }>('GET', '/api/publish/drafts', { token });
  if (list.some(({ state }) => state === 'planned')) return address;
  const photo = new Blob([new Uint8Array(await phonePhoto({ megapixels: 1 }))], { type: 'image/jpeg' });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  for (const [name, value] of Object.entries({ draft: '1', publish_at: tomorrow })) {
    const form = new FormData();
    form.append('publish_description', 'Обжиг в новой печи. #керамика');
    form.append(name, value);
    form.append('publish_content', photo, 'photo.jpg');
    await api('PUT', '/api/publish/add', { token, form });
  }
  return address;
}

async function collection(stage: Stage): Promise<string> {
  const { token } = stage.member;
  const name = 'На выходные';
  const { list } = await api<{ list: { id: number; name: string }[] }>('GET', '/api/collections', { token });
  const known = list.find((one) => one.name === name);
  if (known) return `/collections/${known.id}`;
  const { id } = await api<{ id: number }>('PUT', '/api/collections', { token, json: { name } });
  const [track] = await tracksOf(await annasPlaylist(stage), token);
  const things = [
    { kind: 'ad', id: stage.ad },
    { kind: 'publication', id: (await annasPublication(stage)).publish_id },
    { kind: 'track', id: track },
  ];
  for (const thing of things) {
    await api('PUT', '/api/collections/items', { token, json: { ...thing, collection_id: id } });
  }
  return `/collections/${id}`;
}

async function makeHider(): Promise<Person> {
  const person = await createPerson({ firstname: 'Зоя' });
  const { token } = person;
  await api('PUT', '/api/users/words', { token, json: { word: 'велосипед' } });
  const json = { word: 'кот', places: ['comments', 'ads'], seconds: 604_800 };
  await api('PUT', '/api/users/words', { token, json });
  return person;
}

/** Takedown entries, one with a name that fills its column. */
async function takedowns(): Promise<string> {
  const keeper = await createPerson({ firstname: 'Лев' });
  const [staff, reader] = [await signInByApi(ADMIN), await createPerson({ firstname: 'Ада' })];
  const playlist = new FormData();
  playlist.set('name', 'Всякое');
  const { id } = await api<Playlist>('PUT', '/api/playlist/add', { token: keeper.token, form: playlist });
  const complaints = [
    ['Чужая песня', 'Студия «Рассвет»'],
    [
      'Очень длинное название записи, которое не помещается в строку',
      'Общество правообладателей музыкальных произведений',
    ],
  ] as const;
  for (const [index, [title, holder]] of complaints.entries()) {
    const form = new FormData();
    form.set('playlist_id', String(id));
    // A unique recording, because a recording that was taken down is rejected when uploaded again.
    const bytes = wav({ hertz: 200 + (keeper.id % 700) + index, level: 0.5, seconds: 1 });
    form.set('audio', new Blob([new Uint8Array(bytes)], { type: 'audio/wav' }), `${title}.wav`);
    const { music } = await api<{ music: { id: number }[] }>('PUT', '/api/audio/add', { token: keeper.token, form });
    const json = { audio_id: music[0]?.id, reason: 'copyright', message: 'Это наша запись', holder };
    const complaint = await api<{ id: number }>('PUT', '/api/complains/add', { token: reader.token, json });
    await api('POST', `/api/complains/${complaint.id}`, { token: staff, json: { status: 'upheld' } });
  }
  return '/takedowns';
}

let sender = 0;

async function makeReceiver(): Promise<Person> {
  const [receiver, friend] = [await createPerson({ firstname: 'Ия' }), await createPerson({ firstname: 'Глеб' })];
  await befriend(receiver, friend);
  sender = friend.id;
  const { token } = friend;
  const publication = await tagged('#дом', ({ content }) => content.length > 0);
  const json = { user_id: publication.publish_user_id };
  const { playlists } = await api<{ playlists: Playlist[] }>('POST', '/api/playlist/get', { token, json });
  const playlist = playlists[0];
  if (!playlist) throw new Error('Who writes about the home has no playlist');
  const [track] = await tracksOf(playlist, token);
  const cards = { publication: publication.publish_id, track, playlist: playlist.id };
  for (const [kind, id] of Object.entries(cards)) {
    const form = new FormData();
    form.set('card_kind', kind);
    form.set('card_id', String(id));
    form.set('content', kind === 'track' ? 'Послушайте' : '');
    await api('PUT', `/api/chat/${receiver.id}`, { token, form });
  }
  return receiver;
}

const playerBar = (page: Page) => page.getByRole('region', { name: 'Плеер' });

/** Plays a track and pauses, so that the screenshot is stable. */
async function play(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^1\. .*слушать$/ }).click();
  await playerBar(page).getByRole('button', { name: 'Пауза' }).click();
  await expect(playerBar(page).getByRole('button', { name: 'Слушать' })).toBeVisible();
}

/** With what plays next: beside the bar, on phones over the whole screen. */
async function openPlayer(page: Page, isPhone: boolean): Promise<void> {
  await play(page);
  if (isPhone)
    await playerBar(page)
      .getByRole('button', { name: /^Открыть плеер/ })
      .click();
  await page.getByRole('button', { name: 'Очередь' }).filter({ visible: true }).click();
  await expect(page.getByText('Сейчас играет')).toBeVisible();
}

const toAnnasPlaylist = async (stage: Stage): Promise<string> =>
  `/user/${stage.anna.id}/audio/${(await annasPlaylist(stage)).id}`;

const toPublications = (page: Page): Promise<void> =>
  expect(page.getByRole('feed').getByRole('article').first()).toBeVisible();

export const PUBLICATION_SCREENS: readonly Screen[] = [
  {
    name: 'feed',
    isVariant: true,
    as: 'anna',
    address: ({ anna }) => `/user/${anna.id}/social`,
    prepare: toPublications,
  },
  { name: 'feed-empty', isVariant: true, as: 'member', address: ({ member }) => `/user/${member.id}/social` },
  { name: 'near', isVariant: true, as: 'anna', address: '/near', prepare: toPublications },
  { name: 'near-ask', isVariant: true, address: '/near' },
  { name: 'near-ads', isVariant: true, as: 'member', address: '/near?city=1&radius=10', prepare: toPublications },
  {
    name: 'posts-own',
    isVariant: true,
    as: 'anna',
    address: ({ anna }) => `/user/${anna.id}/social?tab=mine`,
    prepare: toPublications,
  },
  {
    name: 'posts-person',
    isVariant: true,
    as: 'member',
    address: ({ anna }) => `/user/${anna.id}/social`,
    prepare: toPublications,
  },
  { name: 'post-photo', isVariant: true, as: 'member', address: () => showing('photo') },
  { name: 'post-video', address: () => showing('video') },
  { name: 'post-missing', isVariant: true, address: ({ anna }) => `/user/${anna.id}/social/99999999`, allow: MISSING },
  { name: 'post-search', isVariant: true, address: '/social/search' },
  {
    name: 'post-search-tag',
    isVariant: true,
    address: `/social/search?q=${encodeURIComponent('#Волга')}`,
    prepare: toPublications,
  },
  { name: 'post-search-nothing', isVariant: true, address: '/social/search?q=Wx7' },
  {
    name: 'post-new',
    isVariant: true,
    as: 'subscriber',
    address: ({ subscriber }) => `/user/${subscriber.id}/social/add`,
  },
  {
    name: 'post-edit',
    isVariant: true,
    as: 'anna',
    address: async (stage) => `${addressOf(await annasPublication(stage))}/edit`,
  },
  { name: 'post-drafts', isVariant: true, as: 'subscriber', address: drafts },
  {
    name: 'post-drafts-empty',
    isVariant: true,
    as: 'member',
    address: ({ member }) => `/user/${member.id}/social/drafts`,
  },
  {
    name: 'collections',
    isVariant: true,
    as: 'member',
    address: async (stage) => (await collection(stage)) && '/collections',
  },
  { name: 'collection', isVariant: true, as: 'member', address: collection },
  { name: 'collection-empty', isVariant: true, as: 'member', address: '/collections/0' },
  { name: 'music', as: 'anna', address: ({ anna }) => `/user/${anna.id}/audio` },
  { name: 'music-empty', isVariant: true, as: 'member', address: ({ member }) => `/user/${member.id}/audio` },
  {
    name: 'music-search-nothing',
    isVariant: true,
    as: 'member',
    address: ({ member }) => `/user/${member.id}/audio?search=Wx7`,
  },
  {
    name: 'playlist',
    isVariant: true,
    as: 'member',
    address: toAnnasPlaylist,
  },
  { name: 'player', isVariant: true, as: 'member', address: toAnnasPlaylist, prepare: play },
  {
    name: 'player-open',
    isVariant: true,
    as: 'member',
    address: toAnnasPlaylist,
    prepare: openPlayer,
    differsOnPhone: true,
  },
  {
    name: 'playlist-add',
    isVariant: true,
    as: 'anna',
    address: async (stage) => `/user/${stage.anna.id}/audio/add/${(await annasPlaylist(stage)).id}`,
  },
  { name: 'playlist-new', isVariant: true, as: 'member', address: ({ member }) => `/user/${member.id}/playlist/add` },
  { name: 'takedowns', isVariant: true, address: takedowns },
  {
    name: 'cards-received',
    isVariant: true,
    as: makeReceiver,
    address: () => `/conversation/${sender}`,
    prepare: (page) => expect(page.getByRole('link', { name: /^(Публикация|Трек|Плейлист)/ })).toHaveCount(3),
  },
  {
    name: 'hidden-words',
    isVariant: true,
    as: makeHider,
    address: '/profile/privacy#words',
    // At an anchor the menu may stand half under the header, which axe takes for a target that is too small.
    prepare: (page) => page.evaluate(() => window.scrollTo(0, 0)),
  },
  {
    name: 'list-muted',
    isVariant: true,
    as: makeHider,
    address: '/?search=велосипед',
    prepare: (page) => expect(page.getByText('Скрыто по слову «велосипед»').first()).toBeVisible(),
  },
];
