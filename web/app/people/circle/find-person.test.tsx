import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { FindPerson } from './find-person.tsx';

const network = vi.fn();

beforeEach(() => {
  network.mockReset();
  vi.stubGlobal('fetch', network);
});
afterEach(() => vi.unstubAllGlobals());

const person = (id: number, change: object) => ({
  id,
  firstname: 'Ольга',
  lastname: 'Громова',
  photo: null,
  position: '',
  location: { country: null, city: { name: 'Казань' } },
  friendship: '',
  friendship_direction: null,
  kith: 0,
  may_write: 1,
  mutual: 2,
  ...change,
});

test('found people can be written to and added, and show mutual friends', async () => {
  network.mockResolvedValue(Response.json({ list: [person(4, {}), person(5, { may_write: 0 })], total: 2 }));
  await showComponent(<FindPerson />);
  const field = screen.getByRole('searchbox', { name: 'Поиск человека по имени' });
  await userEvent.type(field, 'Громовв');
  const [first, second] = await screen.findAllByRole('listitem');
  if (first === undefined || second === undefined) throw new Error('Two people were expected');
  expect(within(first).getByRole('link', { name: 'Ольга Громова' })).toHaveAttribute('href', '/user/4');
  expect(within(first).getByTitle('Написать')).toHaveAttribute('href', '/conversation/4');
  expect(within(first).getByRole('button', { name: /^Добавить в круг/ })).toBeVisible();
  expect(within(first).getByText('2 общих друга')).toBeVisible();
  expect(within(second).queryByTitle('Написать')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Очистить поиск' }));
  expect(field).toHaveValue('');
  expect(field).toHaveFocus();
  expect(screen.queryByRole('listitem')).not.toBeInTheDocument();
});
