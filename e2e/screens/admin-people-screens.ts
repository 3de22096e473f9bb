import { expect, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createStaff } from '../support/staff.ts';
import type { Screen } from './screens.ts';

const makeAdmin = (): Promise<Person> => createStaff('admin', 'Ада');

async function makeApprover(): Promise<Person> {
  const [admin, asker, about] = await Promise.all([makeAdmin(), createStaff('admin', 'Егор'), createPerson()]);
  await api('PUT', '/api/approvals', {
    token: asker.token,
    json: { kind: 'export_user', user_id: about.id, reason: 'Запрос суда № 5' },
  });
  return admin;
}

const openNew = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Добавить' }).click();
  await expect(page.getByRole('dialog', { name: 'Новый пользователь' })).toBeVisible();
};

const openAccount = async (page: Page): Promise<void> => {
  await page.getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Что известно' })).toBeVisible();
};

/** People as staff look after them. */
export const ADMIN_PEOPLE_SCREENS: readonly Screen[] = [
  { name: 'admin-users', isVariant: true, as: makeAdmin, address: '/admin/users' },
  { name: 'admin-users-new', isVariant: true, as: makeAdmin, address: '/admin/users', prepare: openNew },
  {
    name: 'admin-account',
    isVariant: true,
    as: makeAdmin,
    address: '/admin/users?search=Проверкина',
    prepare: openAccount,
  },
  { name: 'admin-approvals', isVariant: true, as: makeApprover, address: '/admin/approvals' },
  { name: 'admin-audit', isVariant: true, as: makeApprover, address: '/admin/audit' },
];
