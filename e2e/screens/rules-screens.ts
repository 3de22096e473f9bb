import { expect } from '@playwright/test';
import { api } from '../support/api.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createStaff } from '../support/staff.ts';
import { waitUntilHydrated } from '../support/test.ts';
import type { Screen } from './screens.ts';

let admin: Promise<Person> | undefined;
const asAdmin = (): Promise<Person> => {
  admin ??= createStaff('admin', 'Ада');
  return admin;
};

async function group(adId: number): Promise<string> {
  const value = 'group-of-three.example.com';
  for (const firstname of ['Анна', 'Борис', 'Вера']) {
    const { token } = await createPerson({ firstname });
    await api('PUT', '/api/comments', { token, json: { board_id: adId, message: `Заходите к нам на ${value}` } });
  }
  return `/admin/waves/host?value=${value}`;
}

async function written(): Promise<string> {
  const { id, token } = await createPerson({ firstname: 'Игорь' });
  await api('PUT', '/api/feedback/add', { token, json: { message: 'Спасибо за карту' } });
  return `/admin/feedback/${id}`;
}

export const RULES_SCREENS: readonly Screen[] = [
  { name: 'admin-rules', isVariant: true, as: asAdmin, address: '/admin/rules' },
  {
    name: 'admin-rule-new',
    isVariant: true,
    as: asAdmin,
    address: '/admin/rules',
    prepare: async (page) => {
      await (await waitUntilHydrated(page.getByRole('button', { name: 'Новое правило' }))).click();
      await expect(page.getByRole('dialog', { name: 'Новое правило' })).toBeVisible();
    },
  },
  { name: 'admin-stop-words', isVariant: true, as: asAdmin, address: '/admin/rules/words' },
  { name: 'admin-bad-pictures', isVariant: true, as: asAdmin, address: '/admin/rules/pictures' },
  { name: 'admin-waves', isVariant: true, as: asAdmin, address: '/admin/waves' },
  { name: 'admin-wave-group', isVariant: true, as: asAdmin, address: ({ ad }) => group(ad) },
  { name: 'admin-feedback', isVariant: true, as: asAdmin, address: '/admin/feedback' },
  { name: 'admin-feedback-thread', isVariant: true, as: asAdmin, address: written },
  { name: 'own-feedback', isVariant: true, as: 'member', address: '/profile/feedback' },
];
