import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { LanguageProvider } from '../../platform/i18n.tsx';
import { drainToasts } from '../../ui/toast/toast.ts';
import { FavoriteButton, type FavoriteButtonProps } from './favorite-button.tsx';

await import('./send-favorite.ts');

let nextAd = 1;
const PLACES = ['card', 'panel'];
const refusal = () => Response.json({ message: 'Слишком много избранного', code: 'favorites_full' }, { status: 409 });

interface Asked {
  method: string;
  answer: (response?: Response) => void;
}

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
    [{ path: '*', element: <LanguageProvider initial="ru">{hearts}</LanguageProvider> }],
    { initialEntries: ['/?city=5&search=вело'] },
  );
  render(<RouterProvider router={router} />);
  return { asked, heart: () => screen.getByRole('button', { name: 'Избранное: Велосипед' }) };
}

const messages = () => drainToasts().map(({ message }) => message);

afterEach(() => {
  vi.unstubAllGlobals();
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

test('guests are led to sign in and back to where they were', () => {
  show(undefined);
  const link = screen.getByRole('link', { name: 'Избранное: Велосипед' });
  const next = new URL(link.getAttribute('href') ?? '', 'http://localhost').searchParams.get('next') ?? '';
  expect(decodeURIComponent(next)).toBe('/?city=5&search=вело');
});
