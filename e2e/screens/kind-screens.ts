import { expect, type Page } from '@playwright/test';
import { lendTent, offerLoan } from '../market/loan-people.ts';
import { api } from '../support/api.ts';
import { createPerson, type Person } from '../support/people.ts';
import { waitUntilHydrated } from '../support/test.ts';
import type { Screen } from './screens.ts';

/** The screens `ad` and `ad-new` show things for sale. */
const KINDS = {
  buy: 'Куплю',
  give: 'Отдам',
  swap: 'Обменяю',
  rent: 'Сдам',
  lend: 'Дам на время',
} as const;

/** The newest demo ad of a kind. */
async function adOf(kind: string): Promise<string> {
  const { boards } = await api<{ boards: { board_id: number }[] }>('GET', `/api/boards/enabled?kind=${kind}`);
  return `/ad/${boards[0]?.board_id}`;
}

const choose =
  (name: string) =>
  async (page: Page): Promise<void> => {
    const kinds = page.getByRole('group', { name: 'Вид объявления' });
    await (await waitUntilHydrated(kinds.getByRole('radio', { name, exact: true }))).check();
  };

/** Somebody without a draft of an ad. */
const seller = (): Promise<Person> => createPerson({ paid: true });

let conversation = '';
let lentAd = 0;

async function ownerOfTent(): Promise<Person> {
  const { owner, borrower, ad } = await lendTent();
  conversation = `/conversation/${borrower.id}`;
  lentAd = ad;
  return owner;
}

async function askerForTent(): Promise<Person> {
  const { borrower, ad } = await offerLoan();
  lentAd = ad;
  return borrower;
}

const toLoan = (page: Page): Promise<void> =>
  expect(page.getByRole('log', { name: 'Сообщения' }).getByText('Вещь на руках')).toBeVisible();

const askForTent = async (page: Page): Promise<void> => {
  const button = page.getByRole('button', { name: 'Попросить на время' }).filter({ visible: true });
  await (await waitUntilHydrated(button)).click();
  await expect(page.getByRole('dialog').getByLabel('Вернуть до')).toBeVisible();
};

/** An ad and the form of each other kind, and what becomes of a loan. */
export const KIND_SCREENS: readonly Screen[] = [
  ...Object.entries(KINDS).flatMap(([kind, name]): Screen[] => [
    { name: `ad-${kind}`, isVariant: true, as: 'member', address: () => adOf(kind) },
    { name: `form-${kind}`, isVariant: true, as: seller, address: '/add', prepare: choose(name) },
  ]),
  { name: 'loan-card', isVariant: true, as: ownerOfTent, address: () => conversation, prepare: toLoan },
  { name: 'loan-ad', isVariant: true, as: ownerOfTent, address: () => `/ad/${lentAd}` },
  { name: 'loans-own', isVariant: true, as: ownerOfTent, address: '/profile/deals' },
  { name: 'loan-ask', isVariant: true, as: askerForTent, address: () => `/ad/${lentAd}`, prepare: askForTent },
];
