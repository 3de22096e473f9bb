import type { SavedSearch } from '@app/contract/market/searches';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRoutesStub } from 'react-router';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { LanguageProvider } from '../../platform/i18n.tsx';
import { loadTexts } from '../../platform/texts.ts';
import { drainToasts } from '../../ui/toast/toast.ts';
import SearchesPage from './searches-page.tsx';

const search = (id: number, name: string, fields: Partial<SavedSearch> = {}): SavedSearch => ({
  id,
  name,
  href: `/?category=${id}&search=${encodeURIComponent(name.toLowerCase())}&price_to=500`,
  letters: 1,
  fresh: 0,
  feed: null,
  created: '2026-11-20T10:00:00.000Z',
  ...fields,
});

async function show(searches: SavedSearch[], answer: (url: string, init: RequestInit) => Response) {
  const fetched = vi.fn(async (url: string, init: RequestInit) => answer(url, init));
  vi.stubGlobal('fetch', fetched);
  const Page = createRoutesStub([
    {
      path: '/',
      Component: (props) => (
        <LanguageProvider initial="ru">
          <SearchesPage {...(props as unknown as Parameters<typeof SearchesPage>[0])} />
        </LanguageProvider>
      ),
      loader: () => ({ searches, favoriteLetters: true }),
      HydrateFallback: () => null,
    },
  ]);
  render(<Page />);
  await screen.findByRole('heading', { level: 1, name: 'Сохранённые поиски' });
  return fetched;
}

beforeAll(() => loadTexts('ru', 'searches'));
afterEach(() => {
  vi.unstubAllGlobals();
  drainToasts();
});

test('each search says how much is new and leads to its list', async () => {
  await show([search(3, 'Велосипед', { fresh: 2 }), search(4, 'Диван', { fresh: 100 })], () => Response.json({}));
  expect(screen.getByRole('link', { name: 'Велосипед' })).toHaveAttribute(
    'href',
    expect.stringContaining('category=3'),
  );
  expect(screen.getByText('2 новых')).toBeInTheDocument();
  expect(screen.getByText('больше 99 новых')).toBeInTheDocument();
});

test('emails switch at once, and back when the server refuses', async () => {
  await show([search(3, 'Велосипед')], () => Response.json({ message: 'Ошибка', code: 'internal' }, { status: 500 }));
  const letters = screen.getByRole('switch', { name: 'Письма о поиске «Велосипед»' });
  await userEvent.click(letters);
  await waitFor(() => expect(drainToasts()).toMatchObject([{ message: expect.stringContaining('«Велосипед»') }]));
  expect(letters).toBeChecked();
});

test('a deleted search can be brought back to its place', async () => {
  const fetched = await show([search(3, 'Велосипед'), search(4, 'Диван')], (_, { method }) =>
    Response.json(method === 'PUT' ? search(9, 'Велосипед') : { id: 3 }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Удалить поиск «Велосипед»' }));
  expect(screen.queryByRole('link', { name: 'Велосипед' })).not.toBeInTheDocument();
  const [message] = await waitFor(() => {
    const taken = drainToasts();
    expect(taken).toHaveLength(1);
    return taken;
  });
  message?.action?.onPress();
  await screen.findByRole('link', { name: 'Велосипед' });
  const names = screen.getAllByRole('listitem').map((item) => item.querySelector('a[href*="search="]')?.textContent);
  expect(names.filter(Boolean)).toEqual(['Велосипед', 'Диван']);
  const [, init] = fetched.mock.calls[1] ?? [];
  expect(JSON.parse(String(init?.body))).toMatchObject({
    category_id: 3,
    search: 'велосипед',
    price_to: 500,
    letters: 1,
  });
});

test('a search gets a secret feed address, which is copied, changed and ended', async () => {
  const user = userEvent.setup();
  const addresses = [
    'https://okolo.example/feeds/search.atom?key=3.one',
    'https://okolo.example/feeds/search.atom?key=3.two',
  ];
  const fetched = await show([search(3, 'Велосипед'), search(4, 'Диван')], (_, { method }) =>
    Response.json(search(3, 'Велосипед', { feed: method === 'DELETE' ? null : (addresses.shift() ?? null) })),
  );
  const opener = screen.getByRole('button', { name: 'RSS-лента поиска «Велосипед»' });
  await user.click(opener);
  const dialog = within(await screen.findByRole('dialog', { name: 'RSS-лента' }));
  expect(dialog.queryByRole('button', { name: 'Отключить' })).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Создать адрес' }));
  expect(await dialog.findByText(/key=3\.one$/)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Скопировать адрес ленты' }));
  expect(await navigator.clipboard.readText()).toBe('https://okolo.example/feeds/search.atom?key=3.one');
  await user.click(dialog.getByRole('button', { name: 'Сменить адрес' }));
  expect(await dialog.findByText(/key=3\.two$/)).toBeInTheDocument();
  expect(opener).toHaveAttribute('data-on', 'true');
  await user.click(dialog.getByRole('button', { name: 'Отключить' }));
  expect(await dialog.findByRole('button', { name: 'Создать адрес' })).toBeInTheDocument();
  expect(dialog.queryByText(/key=3/)).not.toBeInTheDocument();
  expect(fetched.mock.calls.map(([url, { method }]) => `${method} ${url}`)).toEqual([
    'POST /api/searches/3/feed',
    'POST /api/searches/3/feed',
    'DELETE /api/searches/3/feed',
  ]);
  expect(drainToasts().map(({ message }) => message)).toEqual([
    'Адрес ленты готов',
    'Адрес ленты скопирован',
    'Адрес ленты сменён, прежний больше не работает',
    'Лента отключена, её адрес больше не работает',
  ]);
});

test('an address that cannot be changed stays', async () => {
  const feed = 'https://okolo.example/feeds/search.atom?key=3.one';
  await show([search(3, 'Велосипед', { feed })], () =>
    Response.json({ message: 'Ошибка', code: 'internal' }, { status: 500 }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'RSS-лента поиска «Велосипед»' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Сменить адрес' }));
  await waitFor(() => expect(drainToasts()).toMatchObject([{ message: 'Ошибка' }]));
  expect(screen.getByText(feed)).toBeInTheDocument();
});

test('without searches the page says how one is saved', async () => {
  await show([], () => Response.json({}));
  expect(screen.getByText('Пока нет сохранённых поисков')).toBeInTheDocument();
});

test('emails about favourites are switched here as well', async () => {
  const fetched = await show([], () => Response.json({ favorites: 0 }));
  const letters = screen.getByRole('switch', { name: 'Письма об избранном' });
  await userEvent.click(letters);
  expect(letters).not.toBeChecked();
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/letters');
});
