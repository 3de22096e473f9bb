import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../ui/toast/toast.ts';
import { PlaceFields } from './place-fields.tsx';

const COUNTRIES = [
  { id: 1, name: 'Россия' },
  { id: 2, name: 'Казахстан' },
];
const CITIES = ['Москва', 'Казань', 'Орёл', 'Казатин'].map((name, i) => ({ id: i + 1, name }));
const network = vi.fn();
const submitted = vi.fn();

beforeEach(() => {
  submitted.mockReset();
  network.mockReset();
  network.mockImplementation(async (address: string) => {
    const url = new URL(address, 'http://localhost');
    const [, id] = /^\/api\/city\/(\d+)$/.exec(url.pathname) ?? [];
    if (id !== undefined) return Response.json(CITIES.find((known) => String(known.id) === id));
    const search = (url.searchParams.get('search') ?? '').toLowerCase().replaceAll('ё', 'е');
    const cities = CITIES.filter(({ name }) => name.toLowerCase().replaceAll('ё', 'е').includes(search));
    return Response.json({ cities, total: cities.length });
  });
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

function Page({ country = '1', city = '' }) {
  const [place, setPlace] = useState({ country_id: country, city_id: city });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted();
      }}
    >
      <PlaceFields countries={COUNTRIES} country={place.country_id} city={place.city_id} onChange={setPlace} />
      <output>{JSON.stringify([place.country_id, place.city_id])}</output>
      <button type="submit">Сохранить</button>
    </form>
  );
}

const city = () => screen.getByLabelText('Город', { selector: 'input' });
const country = () => screen.getByLabelText('Страна', { selector: 'input' });
const chosen = (place: [string, string]) =>
  waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(JSON.stringify(place)));

test.each(['{Tab}', '{Enter}'])('a city typed in full is taken on %s, however fast', async (key) => {
  await showComponent(<Page />);
  await userEvent.type(city(), `казань${key}`);
  await chosen(['1', '2']);
  expect(city()).toHaveValue('Казань');
  expect(city()).toBeValid();
  expect(submitted).not.toHaveBeenCalled();
});

test('ё and е are the same', async () => {
  await showComponent(<Page />);
  await userEvent.type(city(), 'Орел{Tab}');
  await chosen(['1', '3']);
});

test('the first suggestion is highlighted, and Enter takes it', async () => {
  await showComponent(<Page />);
  await userEvent.type(city(), 'каза');
  const first = await screen.findByRole('option', { name: 'Казань', hidden: true });
  await waitFor(() => expect(first).toHaveAttribute('data-combobox-selected'));
  expect(screen.getByRole('option', { name: 'Казатин', hidden: true })).not.toHaveAttribute('data-combobox-selected');
  await userEvent.keyboard('{Enter}');
  await chosen(['1', '2']);
});

test('text that names no city stays, with an error, as wrong input for the form', async () => {
  await showComponent(<Page />);
  await userEvent.type(city(), 'Кказань{Tab}');
  expect(await screen.findByText('Такого города нет в списке')).toBeInTheDocument();
  expect(city()).toHaveValue('Кказань');
  expect(city()).toBeInvalid();
  await chosen(['1', 'Кказань']);
  await userEvent.clear(city());
  await userEvent.type(city(), 'Москва{Tab}');
  await chosen(['1', '1']);
  expect(city()).toBeValid();
});

test('the same holds for the country, and another country clears the city', async () => {
  await showComponent(<Page city="2" />);
  await waitFor(() => expect(city()).toHaveValue('Казань'));
  await userEvent.clear(country());
  await userEvent.type(country(), 'казахстан{Tab}');
  await chosen(['2', '']);
  await userEvent.clear(country());
  await userEvent.type(country(), 'Атлантида{Tab}');
  expect(await screen.findByText('Такой страны нет в списке')).toBeInTheDocument();
  expect(city()).toBeDisabled();
});

test('a stored city whose name cannot be loaded is told', async () => {
  network.mockImplementation(async () => Response.json({ message: '', code: 'internal' }, { status: 500 }));
  await showComponent(<Page city="99" />);
  await waitFor(() =>
    expect(waitingToasts().map(({ message }) => message)).toContain('Произошла ошибка при подгрузке страны/города'),
  );
});
