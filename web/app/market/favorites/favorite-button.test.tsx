import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { GUEST_FAVORITES_MAX } from '#contract/market/favorites';
import { LanguageProvider } from '../../platform/i18n.tsx';
import { drainToasts } from '../../ui/toast/toast.ts';
import { FavoriteButton, type FavoriteButtonProps } from './favorite-button.tsx';
import { favoriteStateKey, findFavoriteState } from './favorite-state.ts';
import { readGuestFavorites } from './guest-favorites.ts';
import { useGuestFavorites } from './use-guest-favorites.ts';

await import('./send-favorite.ts');

let nextAd = 1;
const PLACES = ['card', 'panel'];
const refusal = () => Response.json({ message: 'Слишком много избранного', code: 'favorites_full' }, { status: 409 });

interface Asked {
  method: string;
  answer: (response?: Response) => void;
}

const User = () => {
  useGuestFavorites(5);
  return null;
};
const Path = () => <p>{useLocation().pathname}</p>;

function show(isOn: boolean | undefined, count = 1) {
  const adId = nextAd++;
  const asked: Asked[] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(
      (_: string, { method }: RequestInit) =>
        new Promise<Response>((resolve) => {
          asked.push({
            method: method ?? '',
            answer: (response = Response.json({ board_id: adId, subscription_on_board: 1 })) => resolve(response),
          });
        }),
    ),
  );
  const props: FavoriteButtonProps = { adId, title: 'Велосипед', isOn };
  const hearts = PLACES.slice(0, count).map((place) => <FavoriteButton key={place} {...props} />);
  const router = createMemoryRouter(
    [{ path: '*', element: <LanguageProvider initial="ru">{[...hearts, <Path key="path" />]}</LanguageProvider> }],
    { initialEntries: ['/?city=5&search=вело'] },
  );
  render(<RouterProvider router={router} />);
  return { asked, heart: () => screen.getByRole('button', { name: 'Избранное: Велосипед' }) };
}

const messages = () => drainToasts().map(({ message }) => message);

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  drainToasts();
});

test('the heart answers before the server does', async () => {
  const { asked, heart } = show(false);
  await userEvent.click(heart());
  expect(heart()).toHaveAttribute('aria-pressed', 'true');
  await waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.answer();
  expect(asked[0]?.method).toBe('PUT');
  await waitFor(() => expect(messages()).toEqual(['Добавлено в избранное: «Велосипед»']));
});

test('a refusal takes the heart back and names the ad', async () => {
  const { asked, heart } = show(false);
  await userEvent.click(heart());
  await waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.answer(refusal());
  await waitFor(() => expect(heart()).toHaveAttribute('aria-pressed', 'false'));
  expect(messages()).toEqual(['Не удалось добавить в избранное: «Велосипед». Слишком много избранного']);
});

test('what is taken out of the favourites can be brought back from the message', async () => {
  const { asked, heart } = show(true);
  await userEvent.click(heart());
  await waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.answer();
  await waitFor(() => expect(heart()).toHaveAttribute('aria-pressed', 'false'));
  const [message] = await waitFor(() => {
    const taken = drainToasts();
    expect(taken).toHaveLength(1);
    return taken;
  });
  expect(message).toMatchObject({ message: 'Убрано из избранного: «Велосипед»', action: { label: 'Вернуть' } });
  message?.action?.onPress();
  await waitFor(() => expect(asked[1]?.method).toBe('PUT'));
  expect(heart()).toHaveAttribute('aria-pressed', 'true');
});

test('quick presses are all meant: requests go one after another, and the last press wins', async () => {
  const { asked, heart } = show(false);
  for (let press = 0; press < 3; press += 1) await userEvent.click(heart());
  expect(heart()).toHaveAttribute('aria-pressed', 'true');
  await waitFor(() => expect(asked).toHaveLength(1));
  await userEvent.click(heart());
  asked[0]?.answer();
  await waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.answer();
  expect(asked.map(({ method }) => method)).toEqual(['PUT', 'DELETE']);
  await waitFor(() => expect(messages()).toEqual(['Убрано из избранного: «Велосипед»']));
  expect(heart()).toHaveAttribute('aria-pressed', 'false');
});

test('all hearts of one ad beat together', async () => {
  show(false, 2);
  const hearts = screen.getAllByRole('button');
  await userEvent.click(hearts[0] as HTMLElement);
  for (const heart of hearts) expect(heart).toHaveAttribute('aria-pressed', 'true');
});

test('a guest keeps favourites in the browser and is offered to sign in, back to the same place', async () => {
  const { asked, heart } = show(undefined);
  await userEvent.click(heart());
  expect(heart()).toHaveAttribute('aria-pressed', 'true');
  expect(readGuestFavorites()).toEqual([nextAd - 1]);
  const [toast] = drainToasts();
  expect(toast?.message).toBe('Сохранено в этом браузере: «Велосипед»');
  toast?.action?.onPress();
  await waitFor(() => expect(screen.getByText('/auth')).toBeVisible());
  await userEvent.click(heart());
  expect(readGuestFavorites()).toEqual([]);
  expect(asked).toEqual([]);
});

test('a browser remembers a bounded number of favourites and says when it is full', async () => {
  const full = Array.from({ length: GUEST_FAVORITES_MAX }, (_, index) => 1000 + index);
  localStorage.setItem('guest-favorites', JSON.stringify(full));
  const { heart } = show(undefined);
  await userEvent.click(heart());
  expect(heart()).toHaveAttribute('aria-pressed', 'false');
  expect(readGuestFavorites()).toEqual(full);
  expect(messages()).toEqual([`Без входа в избранном не больше ${GUEST_FAVORITES_MAX} объявлений`]);
});

test('what is stored is read as ids or not at all', () => {
  localStorage.setItem('guest-favorites', '[3,"4",-1,3,5.5,7]');
  expect(readGuestFavorites()).toEqual([3, 7]);
  localStorage.setItem('guest-favorites', '{"a":');
  expect(readGuestFavorites()).toEqual([]);
});

test('after sign-in the favourites of the guest are given to the user once', async () => {
  localStorage.setItem('guest-favorites', '[8,9]');
  const bodies: unknown[] = [];
  let status = 503;
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(String(body)));
    return Response.json(status === 200 ? { board_ids: [9] } : { message: '', code: 'not_ready' }, { status });
  });
  const loader = vi.fn(() => null);
  const signIn = () => {
    const element = (
      <LanguageProvider initial="ru">
        <User />
      </LanguageProvider>
    );
    render(
      <RouterProvider router={createMemoryRouter([{ path: '*', loader, element, hydrateFallbackElement: <i /> }])} />,
    );
  };
  signIn();
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(readGuestFavorites()).toEqual([8, 9]);
  status = 200;
  signIn();
  await waitFor(() => expect(readGuestFavorites()).toEqual([]));
  await waitFor(() => expect(messages()).toEqual(['1 объявление добавлено в ваше избранное']));
  expect(findFavoriteState(favoriteStateKey(5, 9))).toBe(true);
  expect(loader).toHaveBeenCalledTimes(3);
  signIn();
  await waitFor(() => expect(loader).toHaveBeenCalledTimes(4));
  expect(bodies).toEqual([{ board_ids: [8, 9] }, { board_ids: [8, 9] }]);
});
