import type { Page } from '@playwright/test';
import type { Person } from '../support/people.ts';
import { createStaff } from '../support/staff.ts';
import type { Screen } from './screens.ts';

const makeManager = (): Promise<Person> => createStaff('manager', 'Мария');

const openAdding = (page: Page): Promise<void> => page.getByRole('button', { name: 'Добавить' }).click();

async function openRemoval(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Удалить: Недвижимость' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await page.getByRole('button', { name: 'Заменить и удалить' }).waitFor();
}

const chooseAds = (page: Page): Promise<void> =>
  page
    .getByRole('checkbox', { name: /^Выбрать: / })
    .first()
    .check();

export const ADMIN_SCREENS: readonly Screen[] = [
  { name: 'admin', isVariant: true, as: makeManager, address: '/admin' },
  { name: 'admin-boards', isVariant: true, as: makeManager, address: '/admin/boards', prepare: chooseAds },
  { name: 'admin-board-new', isVariant: true, as: makeManager, address: '/admin/boards', prepare: openAdding },
  { name: 'admin-nothing', isVariant: true, as: makeManager, address: '/admin/boards?search=такогонет' },
  { name: 'admin-categories', isVariant: true, as: makeManager, address: '/admin/categories' },
  {
    name: 'admin-category-replace',
    isVariant: true,
    as: makeManager,
    address: '/admin/categories',
    prepare: openRemoval,
    allow: /the server responded with a status of 409/,
  },
  { name: 'admin-countries', isVariant: true, as: makeManager, address: '/admin/countries' },
  { name: 'admin-cities', isVariant: true, as: makeManager, address: '/admin/cities' },
  { name: 'admin-city-new', isVariant: true, as: makeManager, address: '/admin/cities', prepare: openAdding },
  { name: 'admin-attributes', isVariant: true, as: makeManager, address: '/admin/attributes' },
  { name: 'admin-attribute-new', isVariant: true, as: makeManager, address: '/admin/attributes', prepare: openAdding },
  { name: 'admin-import', isVariant: true, as: makeManager, address: '/admin/import' },
];
