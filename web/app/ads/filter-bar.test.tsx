import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { LanguageProvider } from '../platform/i18n.tsx';
import { type AdFilters, NO_FILTERS } from './ad-filters.ts';
import { FilterBar } from './filter-bar.tsx';

const countries = [
  { id: 1, name: 'Россия' },
  { id: 2, name: 'Казахстан' },
];
const citiesOf: Record<string, { id: number; name: string }[]> = {
  1: [{ id: 5, name: 'Казань' }],
  2: [{ id: 9, name: 'Алматы' }],
};

function show(filters: Partial<AdFilters> = {}) {
  const fetchCities = vi.fn(async (address: string) => {
    const country = new URL(address, 'http://localhost').searchParams.get('country') ?? '';
    return Response.json({ cities: citiesOf[country] ?? [], total: 1 });
  });
  vi.stubGlobal('fetch', fetchCities);
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
          />
        </LanguageProvider>
      ),
    },
  ]);
  render(<RouterProvider router={router} />);
  return { router, fetchCities };
}

afterEach(() => vi.unstubAllGlobals());

test('the city cannot be chosen before the country', () => {
  show();
  expect(screen.getByLabelText('Город')).toBeDisabled();
  expect(screen.getByLabelText('Город')).toHaveDisplayValue('Сначала страна');
});

test('choosing a country offers its cities', async () => {
  const { fetchCities } = show();
  await userEvent.selectOptions(screen.getByLabelText('Страна'), 'Казахстан');
  expect(await screen.findByRole('option', { name: 'Алматы' })).toBeInTheDocument();
  expect(screen.getByLabelText('Город')).toBeEnabled();
  expect(fetchCities.mock.calls[0]?.[0]).toBe('/api/cities?country=2&size=1000');
});

test('changing the country clears the city', async () => {
  show({ country: 1, city: 5 });
  expect(screen.getByLabelText('Город')).toHaveDisplayValue('Казань');
  await userEvent.selectOptions(screen.getByLabelText('Страна'), 'Казахстан');
  await waitFor(() => expect(screen.getByLabelText('Город')).toHaveDisplayValue('Любой'));
  expect(screen.queryByRole('option', { name: 'Казань' })).not.toBeInTheDocument();
});

test('searching puts only what is chosen into the address', async () => {
  const { router } = show();
  await userEvent.type(screen.getByLabelText('Что ищем'), 'вело');
  await userEvent.selectOptions(screen.getByLabelText('Категория'), 'Транспорт');
  await userEvent.click(screen.getByRole('button', { name: 'Найти' }));
  await waitFor(() => expect(router.state.location.search).toBe('?category=2&search=%D0%B2%D0%B5%D0%BB%D0%BE'));
});
