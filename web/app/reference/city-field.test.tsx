import type { Place } from '@app/contract/reference/places';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../ui/toast/toast.ts';
import { CityField } from './city-field.tsx';

const russia = { country_id: 1, country_name: 'Россия' };
const kazakhstan = { country_id: 2, country_name: 'Казахстан' };
const PLACES: Place[] = [
  { kind: 'city', id: 2, name: 'Казань', ...russia },
  { kind: 'city', id: 3, name: 'Орёл', ...russia },
  { kind: 'city', id: 4, name: 'Казатин', ...russia },
  { kind: 'country', id: 2, name: 'Казахстан', ...kazakhstan },
];
const network = vi.fn();
const submitted = vi.fn();

const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е');

beforeEach(() => {
  submitted.mockReset();
  network.mockReset();
  network.mockImplementation(async (address: string) => {
    const url = new URL(address, 'http://localhost');
    if (url.pathname === '/api/city/2') return Response.json({ id: 2, name: 'Казань', country: 1 });
    if (url.pathname === '/api/country/1') return Response.json({ id: 1, name: 'Россия' });
    const search = plain(url.searchParams.get('search') ?? '');
    return Response.json({ places: PLACES.filter(({ name }) => plain(name).startsWith(search)) });
  });
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

function Page({ country = '', city = '' }) {
  const [place, setPlace] = useState({ country_id: country, city_id: city });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted();
      }}
    >
      <CityField country={place.country_id} city={place.city_id} onChange={setPlace} />
      <output data-testid="ids">{`${place.country_id} ${place.city_id}`}</output>
      <button type="submit">Сохранить</button>
    </form>
  );
}

const city = () => screen.getByRole('combobox', { name: 'Город' });
const chosen = (ids: string) => waitFor(() => expect(screen.getByTestId('ids').textContent).toBe(ids));

test.each(['{Tab}', '{Enter}'])('a city typed in full is taken on %s with its country, however fast', async (key) => {
  await showComponent(<Page />);
  await userEvent.type(city(), `казань${key}`);
  await chosen('1 2');
  expect(city()).toHaveValue('Казань, Россия');
  expect(city()).toBeValid();
  expect(submitted).not.toHaveBeenCalled();
});

test('ё and е are the same', async () => {
  await showComponent(<Page />);
  await userEvent.type(city(), 'Орел{Tab}');
  await chosen('1 3');
});

test('the first suggestion is marked, and Enter takes it', async () => {
  await showComponent(<Page />);
  await userEvent.type(city(), 'каза');
  expect(await screen.findByRole('option', { name: 'Казань Россия' })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await chosen('1 2');
  expect(submitted).not.toHaveBeenCalled();
});

test('Tab takes the marked suggestion and goes on', async () => {
  await showComponent(<Page />);
  await userEvent.type(city(), 'каз');
  expect(await screen.findByRole('option', { name: 'Казань Россия' })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowDown}{Tab}');
  await chosen('1 4');
  expect(city()).toHaveValue('Казатин, Россия');
  expect(city()).toBeValid();
  expect(city()).not.toHaveFocus();
});

test('the only place that a text fits is taken, however fast', async () => {
  await showComponent(<Page />);
  await userEvent.type(city(), 'казан{Tab}');
  await chosen('1 2');
});

test('a field that begins with a text proposes places for it once it is pressed', async () => {
  await showComponent(<Page city="каза" />);
  await userEvent.click(city());
  await userEvent.click(await screen.findByRole('option', { name: 'Казатин Россия' }));
  await chosen('1 4');
});

test('a name that is known is shown at once', async () => {
  await showComponent(<CityField country="1" city="2" name="Казань, Россия" onChange={() => undefined} />);
  expect(city()).toHaveValue('Казань, Россия');
  expect(network).not.toHaveBeenCalled();
});

test('a country alone is a place, and another city brings its own country', async () => {
  await showComponent(<Page />);
  await userEvent.type(city(), 'казах');
  await userEvent.click(await screen.findByRole('option', { name: 'Казахстан' }));
  await chosen('2 ');
  expect(city()).toHaveValue('Казахстан');
  await userEvent.clear(city());
  await userEvent.type(city(), 'Орёл{Tab}');
  await chosen('1 3');
});

test('text that names no place stays, with an error, as wrong input for the form', async () => {
  await showComponent(<Page />);
  for (const text of ['Кказань', 'Каза', '2']) {
    await userEvent.clear(city());
    await userEvent.type(city(), `${text}{Tab}`);
    expect(await screen.findByText('Такого города нет в списке', { selector: '[id$=error]' })).toBeInTheDocument();
    expect(city()).toHaveValue(text);
    expect(city()).toBeInvalid();
    expect(screen.getByTestId('ids').textContent).toMatch(/^ (Кказань|Каза|2\?)$/);
  }
  await userEvent.clear(city());
  expect(city()).toBeValid();
  await chosen(' ');
});

test('a stored place is shown by its names, and cleared by its button', async () => {
  await showComponent(<Page country="1" city="2" />);
  await waitFor(() => expect(city()).toHaveValue('Казань, Россия'));
  await userEvent.click(screen.getByRole('button', { name: 'Очистить' }));
  expect(city()).toHaveFocus();
  expect(city()).toHaveValue('');
  await chosen(' ');
});

test('a stored place whose name cannot be loaded is told, and so are suggestions', async () => {
  network.mockImplementation(async () => Response.json({ message: '', code: 'internal' }, { status: 500 }));
  await showComponent(<Page country="1" city="99" />);
  const told = (text: string) => waitFor(() => expect(waitingToasts().map(({ message }) => message)).toContain(text));
  await told('Произошла ошибка при подгрузке страны/города');
  await userEvent.type(city(), 'Казань{Tab}');
  await told('Произошла ошибка при загрузке городов');
  expect(city()).toBeInvalid();
});
