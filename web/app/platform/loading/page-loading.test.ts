import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { ApiError } from '../api-error.ts';
import { type Host, hostContext } from '../host.ts';
import { loadOwn, pageHref, parsePage } from './page-loading.ts';

test.each([
  ['', 1],
  ['page=3', 3],
  ['page=0', 1],
  ['page=1.5', 1],
  ['page=9999999', 1],
  ['page=two', 1],
])('the address "%s" asks for page %i', (address, page) => {
  expect(parsePage(new URLSearchParams(address))).toBe(page);
});

test('the first page has no number in its address', () => {
  expect([pageHref('/list', 1), pageHref('/list', 2)]).toEqual(['/list', '/list?page=2']);
});

function input(viewer: object | null) {
  const context = new RouterContextProvider();
  context.set(hostContext, { viewer, call: async () => ({}) } as unknown as Host);
  return { url: new URL('http://x/profile/list?page=2'), context };
}

test('guests sign in first and return to what they asked for', async () => {
  const goalOf = async (next: Parameters<typeof loadOwn>[1]): Promise<unknown> => {
    const answer: unknown = await loadOwn(input(null), next, async () => 1).catch((error: unknown) => error);
    return answer instanceof Response && answer.headers.get('location');
  };
  expect(await goalOf('/profile/list')).toBe('/auth?next=/profile/list');
  expect(await goalOf((page) => pageHref('/list', page))).toBe('/auth?next=%2Flist%3Fpage%3D2');
});

test('what the server refuses is null, and other errors are not hidden', async () => {
  const load = (error: Error) => loadOwn(input({ user_id: 7 }), '/', () => Promise.reject(error));
  expect(await load(new ApiError(503, { code: 'internal', message: '' }))).toMatchObject({ page: 2, loaded: null });
  await expect(load(new TypeError('broken'))).rejects.toThrow('broken');
});
