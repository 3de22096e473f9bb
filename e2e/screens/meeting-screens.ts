import { expect, type Page } from '@playwright/test';
import { addRelative, agreeOnMeeting, agreeOnPrice } from '../market/meeting-people.ts';
import type { Person } from '../support/people.ts';
import { createStaff } from '../support/staff.ts';
import { waitUntilHydrated } from '../support/test.ts';
import type { Screen } from './screens.ts';

let conversation = '';

async function buyerWithMeeting(): Promise<Person> {
  const { seller, buyer } = await agreeOnMeeting();
  await addRelative(buyer);
  conversation = `/conversation/${seller.id}`;
  return buyer;
}

async function buyerWithDeal(): Promise<Person> {
  const { seller, buyer } = await agreeOnPrice();
  conversation = `/conversation/${seller.id}`;
  return buyer;
}

const press =
  (name: string) =>
  async (page: Page): Promise<void> => {
    const button = page.getByRole('button', { name, exact: true }).filter({ visible: true });
    await (await waitUntilHydrated(button)).click();
    await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
  };

const toMeeting = (page: Page): Promise<void> =>
  expect(page.getByRole('log', { name: 'Сообщения' }).getByText('Договорились о встрече')).toBeVisible();

async function openAdding(page: Page): Promise<void> {
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Добавить', exact: true }))).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

const makeManager = (): Promise<Person> => createStaff('manager', 'Марк');

export const MEETING_SCREENS: readonly Screen[] = [
  { name: 'meeting-card', isVariant: true, as: buyerWithMeeting, address: () => conversation, prepare: toMeeting },
  {
    name: 'meeting-new',
    isVariant: true,
    as: buyerWithDeal,
    address: () => conversation,
    prepare: press('Назначить встречу'),
  },
  {
    name: 'meeting-relative',
    isVariant: true,
    as: buyerWithMeeting,
    address: () => conversation,
    prepare: press('Кому сообщить'),
  },
  { name: 'meetings-own', isVariant: true, as: buyerWithMeeting, address: '/profile/deals' },
  { name: 'admin-safe-places', isVariant: true, as: makeManager, address: '/admin/safe-places' },
  {
    name: 'admin-safe-place-new',
    isVariant: true,
    as: makeManager,
    address: '/admin/safe-places',
    prepare: openAdding,
  },
];
