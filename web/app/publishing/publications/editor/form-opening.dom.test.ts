import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { clearPublicationDrafts, type LocalPublicationDraft, openDraftStore } from './draft-store.ts';
import { NEW_DRAFT_KEY, openLocalDraft } from './form-opening.ts';
import { EMPTY_PUBLICATION } from './publication-fields.ts';

const VIEWER_ID = 100;

const unsent = (publishId: number | null): LocalPublicationDraft => ({
  key: NEW_DRAFT_KEY,
  fields: { ...EMPTY_PUBLICATION, publish_description: 'Written on the train' },
  files: [],
  publishId,
  isSent: false,
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await clearPublicationDrafts();
});

test('the form opens with the draft that was not sent', async () => {
  const draft = unsent(null);
  const found = await openLocalDraft(openDraftStore(VIEWER_ID), draft);
  expect(found).toMatchObject({ start: { publishId: null, localDraft: draft }, opened: 'unsaved' });
});

test('the form opens with the draft of this device while its server copy cannot be reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const draft = unsent(7);
  const found = await openLocalDraft(openDraftStore(VIEWER_ID), draft);
  expect(found).toMatchObject({ start: { publishId: 7, localDraft: draft }, opened: 'unsaved' });
});

test('a draft that was deleted on another device is removed here', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ error: 'not_found' }, { status: 404 }));
  const store = openDraftStore(VIEWER_ID);
  await store.save(unsent(7));
  expect(await openLocalDraft(store, unsent(7))).toBeNull();
  expect(await store.get(NEW_DRAFT_KEY)).toBeUndefined();
});
