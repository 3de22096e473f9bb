import type { User } from '@app/contract/people/users';
import { screen, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { PersonDialog } from './person-dialog.tsx';
import UsersTablePage from './users-table-page.tsx';

const personOf = (id: number, lastname: string, large_page: 0 | 1): User => ({
  id,
  photo: null,
  firstname: 'Вера',
  lastname,
  middlename: '',
  position: '',
  description: '',
  country_id: null,
  city_id: null,
  location: { country: null, city: null },
  payed: 0,
  rating: null,
  rating_count: 0,
  ads_count: 0,
  allow_to_call: 1,
  legal_status: 0,
  registered: '2026-11-01T09:00:00.000Z',
  login: `login${id}`,
  deleted: 0,
  large_page,
});
const LARGE = personOf(1, 'Читаемая', 1);
const OTHER = personOf(2, 'Обычная', 0);

test('the table marks people with more than ten thousand readers, and can show them alone', async () => {
  const loaderData = {
    people: { list: [LARGE, OTHER], total: 2 },
    countries: [],
    viewerId: 3,
    may: { edit: true, suspend: true, export: true },
  };
  const props = { loaderData } as unknown as ComponentProps<typeof UsersTablePage>;
  await showComponent(<UsersTablePage {...props} />, '/admin/users?state=large');
  const rowOf = (name: string): HTMLElement => screen.getByRole('row', { name: new RegExp(name) });
  expect(within(rowOf('Читаемая')).getByText('Больше 10 000 читателей')).toBeVisible();
  expect(within(rowOf('Обычная')).queryByText('Больше 10 000 читателей')).toBeNull();
  expect(screen.getByRole('combobox', { name: 'Показать' })).toHaveDisplayValue('больше 10 000 читателей');
});

test('the dialog of such a person says what the law asks, with a way to read on', async () => {
  await showComponent(<PersonDialog person={LARGE} countries={[]} onClose={() => undefined} />);
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByText(/№ 303-ФЗ/)).toBeVisible();
  expect(within(dialog).getByRole('link', { name: 'О законе' })).toHaveAttribute('href', '/large-pages');
});

test('the dialog of anybody else says nothing of it', async () => {
  await showComponent(<PersonDialog person={OTHER} countries={[]} onClose={() => undefined} />);
  expect(screen.getByRole('dialog')).not.toHaveTextContent('303-ФЗ');
});
