import { expect, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import type { Person } from '../support/people.ts';
import { createStaff } from '../support/staff.ts';
import { waitUntilHydrated } from '../support/test.ts';
import type { Screen, Stage } from './screens.ts';

const makeAdmin = (): Promise<Person> => createStaff('admin', 'Ада');

async function annasPayment(): Promise<string> {
  const { token } = await makeAdmin();
  const { list } = await api<{ list: { id: number }[] }>('GET', '/api/admin/payments?search=anna@example.com', {
    token,
  });
  return `/admin/payments/${list[0]?.id}`;
}

const openDialog =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await (await waitUntilHydrated(page.getByRole('button', { name, exact: true }))).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };

const annasAccount = ({ anna }: Stage): string => `/admin/payers/${anna.id}`;

export const MONEY_SCREENS: readonly Screen[] = [
  { name: 'subscription-own', isVariant: true, as: 'anna', address: '/profile/subscription' },
  { name: 'payments-own', isVariant: true, as: 'anna', address: '/profile/payments' },
  { name: 'deals-own', isVariant: true, as: 'anna', address: '/profile/deals' },
  { name: 'deals-none', isVariant: true, as: 'member', address: '/profile/deals' },
  { name: 'promotions-own', isVariant: true, as: 'anna', address: '/profile/promotions' },
  { name: 'promotions-none', isVariant: true, as: 'member', address: '/profile/promotions' },
  { name: 'promote', isVariant: true, as: 'subscriber', address: ({ ad }) => `/ad/${ad}/promote` },
  { name: 'admin-payments', isVariant: true, as: makeAdmin, address: '/admin/payments' },
  {
    name: 'admin-payments-find',
    isVariant: true,
    as: makeAdmin,
    address: '/admin/payments',
    prepare: openDialog('Счёт человека'),
  },
  { name: 'admin-payment', isVariant: true, as: makeAdmin, address: annasPayment },
  {
    name: 'admin-refund',
    isVariant: true,
    as: makeAdmin,
    address: annasPayment,
    prepare: openDialog('Вернуть деньги'),
  },
  { name: 'admin-payer', isVariant: true, as: makeAdmin, address: annasAccount },
  { name: 'admin-gift', isVariant: true, as: makeAdmin, address: annasAccount, prepare: openDialog('Начислить') },
  { name: 'admin-tariffs', isVariant: true, as: makeAdmin, address: '/admin/tariffs' },
  { name: 'admin-invitations', isVariant: true, as: makeAdmin, address: '/admin/invitations' },
];
