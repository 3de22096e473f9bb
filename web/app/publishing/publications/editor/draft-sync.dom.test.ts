import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { clearPublicationDrafts, openDraftStore } from './draft-store.ts';
import { createDraftSync, type DraftStatus } from './draft-sync.ts';
import { EMPTY_PUBLICATION } from './publication-fields.ts';
import type { PublicationInput } from './save-publication.ts';

interface Asked {
  method: string;
  path: string;
  key: string;
  text: string;
}

let viewer = 100;

function begin(answer: (asked: Asked, count: number) => Response | Promise<Response>) {
  viewer += 1;
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = '', headers, body }: RequestInit) => {
    const text =
      body instanceof FormData ? body.get('publish_description') : JSON.parse(String(body)).publish_description;
    const key = new Headers(headers).get('idempotency-key') ?? '';
    asked.push({ method, path: url, key, text: String(text) });
    return answer(asked.at(-1) as Asked, asked.length);
  });
  const statuses: DraftStatus[] = [];
  const store = openDraftStore(viewer);
  const options = { viewerId: viewer, store, key: 'new', publishId: null, isSent: true };
  const sync = createDraftSync({ ...options, onStatus: (status) => statuses.push(status) });
  return { asked, statuses, store, sync };
}

const made = () => Response.json({ publish_id: 7 });
const say = (publish_description: string): PublicationInput => ({
  fields: { ...EMPTY_PUBLICATION, publish_description },
  files: [],
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await clearPublicationDrafts();
});

test('the first words make one draft, later ones change it', async () => {
  const { asked, sync, statuses } = begin(made);
  sync.change(say('Раз'));
  await sync.flush();
  sync.change(say('Раз, два'));
  await sync.flush();
  expect(asked.map(({ method, path, text }) => `${method} ${path} ${text}`)).toEqual([
    'PUT /api/publish/add Раз',
    'POST /api/publish/edit Раз, два',
  ]);
  expect(statuses.at(-1)).toBe('saved');
});

test('without a network this device keeps it, and a lost answer makes no second draft', async () => {
  const { asked, sync, store, statuses } = begin((_, count) => {
    if (count === 1) throw new TypeError('Failed to fetch');
    return made();
  });
  sync.change(say('Раз'));
  expect(await sync.flush()).toBe(false);
  expect(statuses.at(-1)).toBe('local');
  expect(await store.get('new')).toMatchObject({ isSent: false, fields: { publish_description: 'Раз' } });
  sync.change(say('Раз, два'));
  expect(await sync.flush()).toBe(true);
  // A repeated request with the same key and content returns the draft that may exist already; the newer text follows.
  expect(asked.map(({ text }) => text)).toEqual(['Раз', 'Раз', 'Раз, два']);
  expect(asked[0]?.key).toBe(asked[1]?.key);
  expect(await store.get('new')).toMatchObject({ isSent: true, publishId: 7 });
});

test('what is emptied is deleted from the list of drafts, too', async () => {
  const { asked, sync } = begin(made);
  sync.change(say('Раз'));
  await sync.flush();
  sync.change(say(''));
  await sync.flush();
  expect(asked.at(-1)?.path).toBe('/api/publish/del');
  expect(sync.publishId()).toBeNull();
});

test('nothing of it stays on this device after publishing and after signing out', async () => {
  const { sync, store } = begin(made);
  sync.change(say('Раз'));
  await sync.flush();
  await sync.finish();
  expect(await store.get('new')).toBeUndefined();
  await store.save({ key: 'new', fields: EMPTY_PUBLICATION, files: [], publishId: null, isSent: false });
  await clearPublicationDrafts();
  expect(await openDraftStore(viewer).get('new')).toBeUndefined();
});
