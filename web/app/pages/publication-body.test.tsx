import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../test/show-component.tsx';
import { publicationOf } from '../../test/sample-publication.ts';
import { LanguageProvider } from '../platform/i18n.tsx';
import { PublicationBody } from './publication-body.tsx';

const viewer = {
  user_id: 2,
  user_photo: null,
  permissions: [],
  user_firstname: 'Анна',
  user_lastname: 'Лебедева',
  user_middlename: '',
  user_payed: 1,
};
const comments = { list: [], total: 0, count: 0, may_comment: 1, closed: '', may_hide: 0 };

let sockets: { onmessage?: (event: { data: string }) => void }[] = [];
let like = Promise.withResolvers<Response>();

beforeEach(() => {
  sockets = [];
  like = Promise.withResolvers();
  class FakeSocket {
    static readonly OPEN = 1;
    readyState = FakeSocket.OPEN;
    onmessage?: (event: { data: string }) => void;
    constructor() {
      sockets.push(this);
    }
    send(): void {}
    close(): void {}
  }
  vi.stubGlobal('WebSocket', FakeSocket);
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
