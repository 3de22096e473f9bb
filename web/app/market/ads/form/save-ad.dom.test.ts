import type { Board } from '@app/contract/market/ads';
import { afterEach, expect, test, vi } from 'vitest';
import { type FormPhoto, fromAd } from '../page/ad-photo-list.ts';
import { EMPTY_AD } from './draft/ad-draft.ts';
import { PhotosNotSaved, saveAd } from './save-ad.ts';

afterEach(() => vi.unstubAllGlobals());

const photoOf = (id: number) => ({ id, src: '', src_400: `/${id}`, src_1600: '', width: 8, height: 5, thumbhash: '' });

interface Sent {
  method: string;
  url: string;
  body: Record<string, unknown>;
}

function server(ids: number[]) {
  const sent: Sent[] = [];
  const state = { ids, revision: 1, sent, refuse: null as string | null };
  const answer = (method: string, url: string, form: FormData | null): { status: number; text: string } => {
    const files = form?.getAll('board_photo[]') ?? [];
    const body = Object.fromEntries([...(form ?? [])].filter(([name]) => name !== 'board_photo[]'));
    sent.push({ method, url, body: { ...body, ...(files.length > 0 && { files: files.length }) } });
    if (state.refuse && url.includes(state.refuse)) return { status: 500, text: '{"code":"internal","message":""}' };
    if (method === 'POST' && Number(body.board_revision) !== state.revision) {
      return { status: 409, text: '{"code":"conflict","message":""}' };
    }
    const id = Number(url.split('/').at(-1));
    if (method === 'DELETE') state.ids = state.ids.filter((one) => one !== id);
    if (method === 'POST' && body.board_photo_order) state.ids = String(body.board_photo_order).split(',').map(Number);
    if (method === 'POST') state.ids = [...state.ids, ...files.map((_, place) => 100 + place)];
    state.revision++;
    const board = { board_id: 7, board_revision: state.revision, board_photos: state.ids.map(photoOf) };
    return { status: 200, text: JSON.stringify(board) };
  };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { status, text } = answer(init.method ?? 'GET', url, (init.body as FormData | undefined) ?? null);
    return new Response(text, { status });
  });
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      status = 0;
      responseText = '';
      onload = (): void => undefined;
      #request = ['', ''];
      open(...request: string[]): void {
        this.#request = request;
      }
      setRequestHeader(): void {}
      send(form: FormData): void {
        const [method = '', url = ''] = this.#request;
        const { status, text } = answer(method, url, form);
        Object.assign(this, { status, responseText: text });
        queueMicrotask(() => this.onload());
      }
    },
  );
  return state;
}

const fields = { ...EMPTY_AD, board_title: 'Стул', board_description: 'Крепкий' };
const known = (ids: number[]) => ({
  current: { board_id: 7, board_revision: 1, board_photos: ids.map(photoOf) } as unknown as Board,
});
const newPhoto = (key: string): FormPhoto => ({ key, src: 'blob:', file: new File(['x'], `${key}.jpg`) });

function form(photos: FormPhoto[]) {
  const held = { photos };
  return {
    held,
    input: {
      fields,
      attributes: { 3: '5' },
      photos,
      update: (change: (all: readonly FormPhoto[]) => FormPhoto[]) => {
        held.photos = change(held.photos);
      },
    },
  };
}

test('words and new photos of an ad travel in one request with the revision they started from', async () => {
  const state = server([1]);
  const { input, held } = form([...fromAd([photoOf(1)]), newPhoto('a')]);
  await saveAd(input, known([1]));
  expect(state.sent).toHaveLength(1);
  expect(state.sent[0]?.body).toMatchObject({ board_revision: '1', board_attributes: '{"3":"5"}', files: 1 });
  expect(held.photos.map(({ id }) => id)).toEqual([1, 100]);
});

test('a new photo can become the cover of a published ad', async () => {
  const state = server([1, 2]);
  await saveAd(form([newPhoto('cover'), ...fromAd([photoOf(1), photoOf(2)])]).input, known([1, 2]));
  expect(state.ids).toEqual([100, 1, 2]);
});

test('an ad changed elsewhere is noticed before any of its photos is touched', async () => {
  const state = server([1, 2]);
  state.revision = 5;
  await expect(saveAd(form(fromAd([photoOf(2)])).input, known([1, 2]))).rejects.toMatchObject({ status: 409 });
  expect(state.ids).toEqual([1, 2]);
});

test('photos are removed, replaced, added and put in order, and a second try does not repeat what is done', async () => {
  const state = server([1, 2, 3]);
  const ad = known([1, 2, 3]);
  const [, second, third] = fromAd([photoOf(1), photoOf(2), photoOf(3)]);
  if (!second || !third) throw new Error('no photos');
  const { input, held } = form([newPhoto('new'), { ...third, file: new File(['x'], 'other.jpg') }, second]);
  state.refuse = 'image/3';
  await expect(saveAd(input, ad)).rejects.toBeInstanceOf(PhotosNotSaved);
  expect(state.ids).toEqual([2, 3]);

  state.refuse = null;
  state.sent.length = 0;
  await saveAd({ ...input, photos: held.photos }, ad);
  expect(state.sent.map(({ method }) => method)).toEqual(['POST', 'PUT', 'POST', 'POST']);
  expect(state.ids).toEqual([100, 3, 2]);
});
