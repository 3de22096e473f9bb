import { expect, type Page } from '@playwright/test';
import type { Person } from '../support/people.ts';
import { createStaff } from '../support/staff.ts';
import type { Screen } from './screens.ts';

const admin = (): Promise<Person> => createStaff('admin', 'Ада');

const openAnnouncement = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Новое объявление' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Новое объявление' });
  await dialog.getByText('Другие языки').click();
  await expect(dialog.getByLabel('Текст: 한국어')).toBeVisible();
};

const openSwitch = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Выключить: Звонки' }).click();
  await expect(page.getByRole('dialog', { name: 'Выключить «Звонки»?' })).toBeVisible();
};

const compareDraft = async (page: Page): Promise<void> => {
  const text = page.getByRole('textbox', { name: 'Текст' });
  await text.fill((await text.inputValue()).replace('Общего выключателя', 'Одного выключателя'));
  await page.getByRole('link', { name: 'Сравнение' }).click();
  await expect(page.locator('del').first()).toBeVisible();
};

export const OPERATIONS_SCREENS: readonly Screen[] = [
  { name: 'admin-dashboard', isVariant: true, as: admin, address: '/admin?days=7' },
  { name: 'admin-announcements', isVariant: true, as: admin, address: '/admin/announcements' },
  {
    name: 'admin-announcement-dialog',
    isVariant: true,
    as: admin,
    address: '/admin/announcements',
    prepare: openAnnouncement,
  },
  { name: 'admin-features', isVariant: true, as: admin, address: '/admin/features' },
  { name: 'admin-feature-dialog', isVariant: true, as: admin, address: '/admin/features', prepare: openSwitch },
  { name: 'admin-site', isVariant: true, as: admin, address: '/admin/site' },
  { name: 'admin-documents', isVariant: true, as: admin, address: '/admin/documents' },
  { name: 'admin-document', isVariant: true, as: admin, address: '/admin/documents/recommendations-rules' },
  {
    name: 'admin-document-preview',
    isVariant: true,
    as: admin,
    address: '/admin/documents/recommendations-rules?view=preview',
  },
  {
    name: 'admin-document-diff',
    isVariant: true,
    as: admin,
    address: '/admin/documents/recommendations-rules',
    prepare: compareDraft,
  },
  { name: 'admin-registrations', isVariant: true, as: admin, address: '/admin/registrations' },
  { name: 'admin-invitation-codes', isVariant: true, as: admin, address: '/admin/invitation-codes' },
  { name: 'admin-jobs', isVariant: true, as: admin, address: '/admin/jobs' },
];
