import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../test/show-component.tsx';
import { FakeSocket } from '../../test/fake-socket.ts';
import { publicationOf, reader as viewer } from '../../test/sample-publication.ts';
import { LanguageProvider } from '../platform/i18n.tsx';
import { PublicationBody } from './publication-body.tsx';

const comments = { list: [], total: 0, count: 0, may_comment: 1, closed: '', may_hide: 0 };

let sockets: FakeSocket[] = [];
let like = Promise.withResolvers<Response>();

beforeEach(() => {
  sockets = [];
  like = Promise.withResolvers();
  class KnownSocket extends FakeSocket {
    constructor(url: string) {
      super(url);
      sockets.push(this);
    }
  }
  vi.stubGlobal('WebSocket', KnownSocket);
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('/like') ? like.promise : Response.json(comments),
  );
});
afterEach(() => vi.unstubAllGlobals());

async function show(): Promise<void> {
  const root = {
    id: 'root',
    path: '/',
    element: (
      <LanguageProvider initial="ru">
        <PublicationBody loaded={{ publication: publicationOf(5, { like_count: 0, liked: 0 }) }} />
      </LanguageProvider>
    ),
    loader: () => ({ viewer, publicUrl: 'https://okolo.example' }),
  };
  const router = createMemoryRouter([root], {
    initialEntries: ['/#comments'],
    hydrationData: { loaderData: { root: root.loader() } },
  });
  await act(async () => render(<RouterProvider router={router} />));
  await waitFor(() => expect(sockets).toHaveLength(1));
}

test('the event with the count of likes, which comes beside the answer, leaves the like', async () => {
  await show();
  const button = screen.getByRole('button', { name: 'Нравится' });
  await act(async () => button.click());
  await act(async () => {
    like.resolve(Response.json({ liked: 1, count: 1 }));
    // The answer has been read, and is not rendered before this function ends.
    await new Promise((resolve) => setTimeout(resolve));
    sockets[0]?.onmessage?.({ data: JSON.stringify({ type: 'likes', count: 1 }) });
  });
  expect(button).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('button', { name: /Кому нравится, 1 лайк/ })).toBeVisible();
});
