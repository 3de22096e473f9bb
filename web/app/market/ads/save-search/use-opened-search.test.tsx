import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { useOpenedSearch } from './use-opened-search.ts';

const network = vi.fn(async (_address: string, _options: RequestInit) => Response.json({}));

function List() {
  useOpenedSearch();
  return <p>Список</p>;
}

async function open(at: string, viewer: object | null): Promise<void> {
  vi.stubGlobal('fetch', network);
  const router = createMemoryRouter([{ id: 'root', path: '/', loader: () => ({ viewer }), element: <List /> }], {
    initialEntries: [at],
    hydrationData: { loaderData: { root: { viewer } } },
  });
  await act(async () => render(<RouterProvider router={router} />));
  await screen.findByText('Список');
}

afterEach(() => {
  network.mockClear();
  vi.unstubAllGlobals();
});

test('who comes by a notification of a saved search has looked at what it found', async () => {
  await open('/?search=вело#saved-12', { user_id: 3 });
  await waitFor(() => expect(network).toHaveBeenCalledOnce());
  const [address, options] = network.mock.calls[0] ?? [];
  expect(address).toBe('/api/searches/12');
  expect(options).toMatchObject({ method: 'POST', body: JSON.stringify({ seen: 1 }) });
});

test.each([
  ['a guest', '/?search=вело#saved-12', null],
  ['a plain list', '/?search=вело', { user_id: 3 }],
])('%s notes nothing', async (_who, at, viewer) => {
  await open(at, viewer);
  expect(network).not.toHaveBeenCalled();
});
