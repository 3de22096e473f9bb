import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { adsApi } from '#contract/market/ads';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';

const requests: { url: string; init: RequestInit }[] = [];
let answer: (url: string, init: RequestInit) => Response;

beforeEach(() => {
  requests.length = 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the code under test reads it there
  document.cookie = 'csrftoken=secret';
  document.documentElement.lang = 'de';
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init });
    return answer(url, init);
  });
});

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = 'csrftoken=; max-age=0';
  vi.unstubAllGlobals();
});

test('a call carries the CSRF token and the language, and fills the address', async () => {
  answer = () => Response.json({ board_id: 7 });
  await call(adsApi.archive, { query: { board_id: 7 } });
  expect(requests[0]?.url).toBe('/api/board?board_id=7');
  expect(requests[0]?.init.method).toBe('DELETE');
  expect(requests[0]?.init.headers).toMatchObject({ 'x-csrftoken': 'secret', 'accept-language': 'de' });
});

test('twenty calls that find the session expired refresh it once and are repeated', async () => {
  let isFresh = false;
  answer = (url) => {
    if (url === '/api/auth/refresh') {
      isFresh = true;
      return Response.json({});
    }
    return isFresh
      ? Response.json({ boards: [], total: 0 })
      : Response.json({ message: 'x', code: 'unauthorized' }, { status: 401 });
  };
  await Promise.all(Array.from({ length: 20 }, () => call(adsApi.listArchive)));
  expect(requests.filter(({ url }) => url === '/api/auth/refresh')).toHaveLength(1);
});

test('a refusal carries the server’s message, code and status', async () => {
  answer = () => Response.json({ message: 'Нет такого объявления', code: 'not_found' }, { status: 404 });
  const refusal = await call(adsApi.get, { params: { id: 1 } }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ApiError);
  expect(refusal).toMatchObject({ status: 404, message: 'Нет такого объявления', body: { code: 'not_found' } });
});

test('files make the request multipart', async () => {
  answer = () => Response.json({ board_id: 7 });
  const photo = new File(['x'], 'photo.jpg', { type: 'image/jpeg' });
  await call(adsApi.create, {
    body: { board_title: 'Стул', board_description: 'Дубовый', board_price: 0 },
    files: { 'board_photo[]': [photo, photo] },
  });
  const form = requests[0]?.init.body as FormData;
  expect(form.get('board_title')).toBe('Стул');
  expect(form.getAll('board_photo[]')).toHaveLength(2);
});
