import type { AdFacets } from '@app/contract/market/ad-search';
import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { LanguageProvider } from '../../../../platform/i18n.tsx';
import { loadTexts } from '../../../../platform/texts.ts';
import { type AdFilters, NO_FILTERS } from './ad-filters.ts';
import { FilterBar } from './filter-bar.tsx';

await Promise.all([loadTexts('ru', 'ad-filters'), loadTexts('ru', 'sums')]);

const countries = [
  { id: 1, name: 'Россия' },
  { id: 2, name: 'Казахстан' },
];
const citiesOf: Record<string, { id: number; name: string }[]> = {
  1: [{ id: 5, name: 'Казань' }],
  2: [{ id: 9, name: 'Алматы' }],
};
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
  return { cities: citiesOf[searchParams.get('country') ?? ''] ?? [], total: 1 };
}

async function show(filters: Partial<AdFilters> = {}) {
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
            countries={countries}
            cities={citiesOf[String(chosen.country)] ?? []}
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

test('the city cannot be chosen before the country', async () => {
  await show();
  expect(screen.getByLabelText('Город')).toBeDisabled();
  expect(screen.getByLabelText('Город')).toHaveDisplayValue('Сначала страна');
});

test('choosing a country offers its cities', async () => {
  const { fetched } = await show();
  await userEvent.selectOptions(screen.getByLabelText('Страна'), 'Казахстан');
  expect(await screen.findByRole('option', { name: 'Алматы' })).toBeInTheDocument();
  expect(screen.getByLabelText('Город')).toBeEnabled();
  expect(fetched.mock.calls.map(([address]) => address)).toContain('/api/cities?country=2&size=1000');
});

test('changing the country clears the city and what hangs on it', async () => {
  await show({ country: 1, city: 5, radius: 50 });
  expect(screen.getByLabelText('Город')).toHaveDisplayValue('Казань');
  expect(screen.getByLabelText('Радиус')).toHaveDisplayValue('50 км');
  await userEvent.selectOptions(screen.getByLabelText('Страна'), 'Казахстан');
  await waitFor(() => expect(screen.getByLabelText('Город')).toHaveDisplayValue('Любой'));
  expect(screen.queryByRole('option', { name: 'Казань' })).not.toBeInTheDocument();
  expect(screen.queryByLabelText('Радиус')).not.toBeInTheDocument();
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
