import { expect, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createStaff } from '../support/staff.ts';
import type { Screen } from './screens.ts';

async function complained(): Promise<{ manager: Person; about: Person; id: number }> {
  const [manager, about, by] = await Promise.all([
    createStaff('manager', 'Мария'),
    createPerson({ firstname: 'Семён' }),
    createPerson({ firstname: 'Рита' }),
  ]);
  const { id } = await api<{ id: number }>('PUT', '/api/complains/add', {
    token: by.token,
    json: { complain_id: about.id, reason: 'spam', message: 'Рассылает ссылки' },
  });
  return { manager, about, id };
}

const makeModerator = async (): Promise<Person> => (await complained()).manager;

async function takeCase(): Promise<{ manager: Person; about: Person; caseId: number }> {
  const { manager, about, id } = await complained();
  const { complains } = await api<{ complains: { id: number; case_id: number }[] }>('GET', '/api/complains?size=100', {
    token: manager.token,
  });
  const caseId = complains.find((complaint) => complaint.id === id)?.case_id ?? 0;
  await api('POST', `/api/moderation/cases/${caseId}/take`, { token: manager.token });
  return { manager, about, caseId };
}

async function makeMeasured(): Promise<Person> {
  const { manager, about, caseId } = await takeCase();
  await api('POST', `/api/moderation/cases/${caseId}/resolve`, {
    token: manager.token,
    json: { action: 'limit', reason: 'Рассылка ссылок незнакомым', rule: 'spam', days: 7 },
  });
  return about;
}

const openCase = async (page: Page): Promise<void> => {
  await page.getByRole('main').locator('li').first().getByRole('link').click();
  await page.getByRole('button', { name: /^Ограничить/ }).click();
  await expect(page.getByRole('dialog', { name: 'Ограничить' })).toBeVisible();
};

const openAppeal = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Обжаловать' }).click();
  await expect(page.getByLabel('Почему решение неверно')).toBeVisible();
};

export const MODERATION_SCREENS: readonly Screen[] = [
  { name: 'admin-queue', isVariant: true, as: makeModerator, address: '/admin/queue' },
  {
    name: 'admin-queue-case',
    isVariant: true,
    as: async () => (await takeCase()).manager,
    address: '/admin/queue?show=mine',
    prepare: openCase,
  },
  { name: 'admin-complains', isVariant: true, as: makeModerator, address: '/admin/complains' },
  { name: 'measures', isVariant: true, as: makeMeasured, address: '/profile/measures' },
  { name: 'measures-appeal', isVariant: true, as: makeMeasured, address: '/profile/measures', prepare: openAppeal },
  { name: 'measures-empty', isVariant: true, as: 'member', address: '/profile/measures' },
  { name: 'appeal-link-broken', isVariant: true, address: '/measures/appeal?token=1.x' },
  { name: 'promise', isVariant: true, address: '/promise' },
];
