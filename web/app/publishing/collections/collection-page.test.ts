import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { type Host, hostContext } from '../../platform/host.ts';
import { loader } from './collection-page.tsx';

async function answerTo(address: string, total: number): Promise<unknown> {
  const context = new RouterContextProvider();
  const collection = { id: 5, name: 'Дача' };
  const call = async ({ path }: AnyEndpoint) => ({ list: path === '/api/collections' ? [collection] : [], total });
  context.set(hostContext, { call, viewer: { user_id: 1 } } as unknown as Host);
  const request = new Request(`http://x${address}`);
  const input = { request, url: new URL(request.url), pattern: 'collections/:id', params: { id: '5' }, context };
  return loader(input as Parameters<typeof loader>[0]).catch((error: unknown) => error);
}

const placeOf = (answer: unknown): string | null => (answer as Response).headers.get('location');

test('a page of a collection whose things were all taken out leads to the last one that is left', async () => {
  expect(placeOf(await answerTo('/collections/5?kind=ad&page=3', 48))).toBe('/collections/5?kind=ad&page=2');
  expect(placeOf(await answerTo('/collections/5?page=2', 24))).toBe('/collections/5');
  expect(await answerTo('/collections/5?page=2', 25)).toMatchObject({ page: 2 });
  expect(await answerTo('/collections/5', 0)).toMatchObject({ page: 1 });
});
