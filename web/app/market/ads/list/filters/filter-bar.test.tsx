import type { AdFacets } from '@app/contract/market/ad-search';
import type { CategoryAttribute } from '@app/contract/reference/attributes';
import type { Place } from '@app/contract/reference/places';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LanguageProvider } from '../../../../platform/i18n.tsx';
import { loadTexts } from '../../../../platform/texts.ts';
import { type AdFilters, NO_FILTERS } from './ad-filters.ts';
import { FilterBar } from './filter-bar.tsx';
import { rememberPlace } from './remembered-place.ts';

await Promise.all([loadTexts('ru', 'ad-filters'), loadTexts('ru', 'sums'), loadTexts('ru', 'reference')]);
beforeEach(() => localStorage.clear());

const russia = { country_id: 1, country_name: 'Россия' };
const places: Place[] = [
  { kind: 'city', id: 5, name: 'Казань', ...russia },
  { kind: 'city', id: 6, name: 'Самара', ...russia },
  { kind: 'country', id: 1, name: 'Россия', ...russia },
  { kind: 'district', id: 5, name: 'Вахитовский район', city_name: 'Казань', ...russia },
];
const attribute = { category: 2, unit: '', required: 0, searchable: 1, position: 1, choices: [] } as const;
const attributes: CategoryAttribute[] = [
  { ...attribute, id: 12, name: 'Состояние', kind: 'choice', choices: [{ id: 7, name: 'Новое' }] },
  { ...attribute, id: 14, name: 'Пробег', kind: 'number', unit: 'км', choices: [] },
  { ...attribute, id: 15, name: 'Марка', kind: 'text', choices: [] },
];
const facets: AdFacets = {
  total: 21,
  bounded: 0,
  categories: [{ id: 2, name: 'Транспорт', count: 8 }],
  cities: [],
  kinds: [{ kind: 'rent', count: 3 }],
  with_photo: 17,
  price_from: 500,
  price_to: 58_000,
  attributes: [{ id: 12, choices: [{ id: 7, count: 3 }] }],
};

function answerTo(address: string): object {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  if (pathname === '/api/boards/facets') return facets;
  if (pathname === '/api/attributes') return { attributes: searchParams.get('category') === '2' ? attributes : [] };
  if (pathname === '/api/boards/suggest') return { suggestions: [] };
  if (pathname === '/api/places/own') return { place: places[1], source: 'address', city_source: 'db-ip' };
  if (pathname === '/api/places/nearest') return { place: places[0] };
  const text = (searchParams.get('search') ?? '').toLowerCase().slice(0, 3);
  return { places: places.filter(({ name }) => name.toLowerCase().startsWith(text)) };
}

async function show(filters: Partial<AdFilters> = {}, placeName = '') {
  const fetched = vi.fn(async (address: string) => Response.json(answerTo(address)));
  vi.stubGlobal('fetch', fetched);
  const chosen = { ...NO_FILTERS, ...filters };
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <LanguageProvider initial="ru">
          <FilterBar
            filters={chosen}
            categories={[{ id: 2, name: 'Транспорт' }]}
            placeName={placeName}
            isOpen={false}
            onOpenChange={() => {}}
          />
        </LanguageProvider>
      ),
    },
  ]);
  render(<RouterProvider router={router} />);
  await act(async () => screen.getByLabelText('Что ищем').focus());
  await screen.findByText('17');
  return { router, fetched };
}

const addressOf = (router: Awaited<ReturnType<typeof show>>['router']): string =>
  decodeURIComponent(router.state.location.search);

afterEach(() => vi.unstubAllGlobals());

const where = () => screen.getByRole('combobox', { name: /^(Где|Такого места)/ });
const search = () => userEvent.click(screen.getByRole('button', { name: 'Найти' }));

test('a city is found by a beginning, and its country comes along', async () => {
  const { router, fetched } = await show();
  await userEvent.type(where(), 'каз');
  expect(await screen.findByRole('option', { name: 'Казань Россия' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.queryByLabelText('Радиус')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  expect(where()).toHaveValue('Казань');
  expect(screen.queryByRole('option', { name: /^Казань/ })).not.toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText('Радиус'), '25');
  await search();
  await waitFor(() => expect(addressOf(router)).toBe('?country=1&city=5&radius=25'));
  expect(fetched.mock.calls.map(([address]) => address)).toContain(
    '/api/places/suggest?search=%D0%BA%D0%B0%D0%B7&districts=1',
  );
});

test('leaving the field takes the first suggestion, and the counts follow', async () => {
  const { fetched } = await show();
  await userEvent.type(where(), 'сам');
  await screen.findByRole('option', { name: /^Самара/ });
  await userEvent.tab();
  expect(where()).toHaveValue('Самара');
  const facetsAsked = () => fetched.mock.calls.map(([address]) => address).filter((a) => a.includes('/facets'));
  await waitFor(() => expect(facetsAsked().at(-1)).toContain('city_id=6'));
});

test('a country is a place as well, and has no radius', async () => {
  const { router } = await show();
  await userEvent.type(where(), 'росс');
  await userEvent.click(await screen.findByRole('option', { name: /^Россия/ }));
  expect(screen.queryByLabelText('Радиус')).not.toBeInTheDocument();
  await search();
  await waitFor(() => expect(addressOf(router)).toBe('?country=1'));
});

test('a district of a city is a place as well, has no radius, and comes back with the next search', async () => {
  const { router, fetched } = await show();
  await userEvent.type(where(), 'вахит');
  await userEvent.click(await screen.findByRole('option', { name: 'Вахитовский район Казань' }));
  expect(where()).toHaveValue('Казань, Вахитовский район');
  expect(screen.queryByLabelText('Радиус')).not.toBeInTheDocument();
  await search();
  await waitFor(() => expect(addressOf(router)).toBe('?country=1&city=5&district=Вахитовский+район'));
  expect(fetched.mock.calls.map(([address]) => address)).toContainEqual(expect.stringContaining('districts=1'));
});

test('a chosen district stands in the field with its city, and goes with another place', async () => {
  const { router } = await show({ country: 1, city: 5, district: 'Горки' }, 'Казань');
  expect(where()).toHaveValue('Казань, Горки');
  await userEvent.clear(where());
  await userEvent.type(where(), 'сам');
  await userEvent.click(await screen.findByRole('option', { name: /^Самара/ }));
  await search();
  await waitFor(() => expect(addressOf(router)).toBe('?country=1&city=6'));
});

test('text that names no place is told and searches nothing; other text is asked of the server', async () => {
  const { router } = await show();
  await userEvent.type(where(), 'Щщщ');
  expect(await screen.findByText('Такого места нет в списке')).toBeInTheDocument();
  await search();
  expect(where()).toBeInvalid();
  expect(where()).toHaveFocus();
  expect(addressOf(router)).toBe('');
  await userEvent.clear(where());
  expect(where()).toBeValid();
});

test('a chosen place is cleared together with its radius', async () => {
  const { router } = await show({ country: 1, city: 5, radius: 50, photo: true }, 'Казань');
  expect(where()).toHaveValue('Казань');
  expect(screen.getByLabelText('Радиус')).toHaveDisplayValue('50 км');
  await userEvent.click(screen.getByRole('button', { name: 'Убрать место' }));
  expect(where()).toHaveFocus();
  expect(screen.queryByLabelText('Радиус')).not.toBeInTheDocument();
  await search();
  await waitFor(() => expect(addressOf(router)).toBe('?photo=1'));
});

test('before typing stand the own place and the last search, with its radius', async () => {
  rememberPlace({ name: 'Казань', country: 1, city: 5, radius: 100, district: '' });
  const { router } = await show();
  await userEvent.click(where());
  expect(await screen.findByRole('option', { name: 'Самара по вашему адресу в сети' })).toBeInTheDocument();
  expect(screen.getByText('Город по адресу: DB-IP')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('option', { name: 'Казань прошлый поиск' }));
  expect(screen.getByLabelText('Радиус')).toHaveDisplayValue('100 км');
  await search();
  await waitFor(() => expect(addressOf(router)).toBe('?country=1&city=5&radius=100'));
});

test('the place is located on request alone, and rounded before it leaves the browser', async () => {
  const located = vi.fn((onFound: PositionCallback) =>
    onFound({ coords: { latitude: 55.790123, longitude: 49.119876 } } as GeolocationPosition),
  );
  vi.stubGlobal('navigator', Object.create(navigator, { geolocation: { value: { getCurrentPosition: located } } }));
  const { fetched } = await show();
  await userEvent.click(where());
  expect(located).not.toHaveBeenCalled();
  await userEvent.click(await screen.findByRole('option', { name: 'Определить место' }));
  await waitFor(() => expect(where()).toHaveValue('Казань'));
  expect(fetched.mock.calls.map(([address]) => address)).toContain('/api/places/nearest?lat=55.79&lon=49.12');
});

test('searching puts only what is chosen into the address', async () => {
  const { router } = await show();
  await userEvent.type(screen.getByLabelText('Что ищем'), 'вело');
  await userEvent.selectOptions(screen.getByLabelText('Категория'), '2');
  await userEvent.click(screen.getByRole('button', { name: 'Найти' }));
  await waitFor(() => expect(addressOf(router)).toBe('?category=2&search=вело'));
});

test('counts stand beside the choices and tell how cheap and how dear it gets', async () => {
  await show();
  expect(screen.getByRole('option', { name: 'Транспорт · 8' })).toBeInTheDocument();
  expect(screen.getByLabelText('Цена от')).toHaveAttribute('placeholder', 'от 500');
  expect(screen.getByLabelText('Цена до')).toHaveAttribute('placeholder', 'до 58\u00a0000');
  expect(screen.getByRole('button', { name: 'Показать 21 объявление' })).toBeInTheDocument();
});

test('a category brings its attributes, and what is wanted of them goes into the address', async () => {
  const { router } = await show();
  await userEvent.selectOptions(screen.getByLabelText('Категория'), '2');
  await userEvent.click(await screen.findByLabelText(/^Новое/));
  await userEvent.type(screen.getByLabelText('Пробег, км, до'), '100 000');
  expect(screen.queryByText('Марка')).not.toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Цена от'), '1 000');
  await userEvent.click(screen.getByLabelText(/^Только с фото/));
  await userEvent.click(screen.getByRole('button', { name: 'Найти' }));
  await waitFor(() => expect(addressOf(router)).toBe('?category=2&price_from=1000&photo=1&attributes=12:7;14:-100000'));
});

test('wanted attributes survive a search by other words and leave with their category', async () => {
  const { router } = await show({ category: 2, attributes: '12:7' });
  expect(await screen.findByLabelText(/^Новое/)).toBeChecked();
  await userEvent.type(screen.getByLabelText('Что ищем'), 'вело{Enter}');
  await waitFor(() => expect(addressOf(router)).toBe('?category=2&search=вело&attributes=12:7'));
  await userEvent.selectOptions(screen.getByLabelText('Категория'), '');
  await userEvent.click(screen.getByRole('button', { name: 'Найти' }));
  await waitFor(() => expect(addressOf(router)).toBe('?search=вело'));
});

test('typed prices are grouped, and nothing is searched while one of them is wrong', async () => {
  const { router } = await show();
  const before = addressOf(router);
  await userEvent.type(screen.getByLabelText('Цена до'), '20000');
  expect(screen.getByLabelText('Цена до')).toHaveValue('20\u00a0000');
  await userEvent.type(screen.getByLabelText('Цена от'), '12.500{Enter}');
  expect(screen.getByText(/^Непонятно, где рубли/)).toBeInTheDocument();
  expect(addressOf(router)).toBe(before);
  await userEvent.clear(screen.getByLabelText('Цена от'));
  await userEvent.type(screen.getByLabelText('Цена от'), '12500,90 руб{Enter}');
  await waitFor(() => expect(addressOf(router)).toBe('?price_from=12500&price_to=20000'));
});
