import { expect, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { createPerson, type Person } from '../support/people.ts';
import { waitUntilHydrated } from '../support/test.ts';
import type { Screen } from './screens.ts';

const DAY_MS = 86_400_000;
/** Of the birthdays of three friends, in days from today. */
const AHEAD = [0, 1, 12];

/** Opened by `address`, after `as` has made them. */
let friend = 0;

async function makeBirthdays(): Promise<Person> {
  const reader = await createPerson({ firstname: 'Римма' });
  for (const days of AHEAD) {
    const one = await createPerson({ firstname: days === 0 ? 'Илларион' : 'Злата' });
    await api('PUT', `/api/users/friends/${reader.id}`, { token: one.token });
    await api('POST', `/api/users/friends/${one.id}`, { token: reader.token });
    const date = new Date(Date.now() + days * DAY_MS);
    await api('PUT', '/api/users/birthday', {
      token: one.token,
      json: { day: date.getUTCDate(), month: date.getUTCMonth() + 1, year: days === 1 ? null : 1996 },
    });
    friend = one.id;
  }
  return reader;
}

async function makeNoted(): Promise<Person> {
  const reader = await makeBirthdays();
  const note = 'Познакомились на барахолке, обещала показать мастерскую.\nЛюбит жасминовый чай';
  await api('PUT', `/api/users/note/${friend}`, { token: reader.token, json: { note } });
  return reader;
}

async function makeCollector(): Promise<Person> {
  const reader = await createPerson({ firstname: 'Римма' });
  const { token } = reader;
  const { boards } = await api<{ boards: { board_id: number }[] }>('GET', '/api/boards/enabled?size=7');
  const ids = boards.map(({ board_id }) => board_id);
  await api('POST', '/api/favorites/merge', { token, json: { board_ids: ids } });
  for (const name of ['Дача', 'Подарки родным на Новый год', 'Ремонт']) {
    const { id } = await api<{ id: number }>('PUT', '/api/favorites/folders', { token, json: { name } });
    await api('POST', '/api/favorites/move', { token, json: { board_ids: ids.splice(0, 2), folder: id } });
  }
  return reader;
}

async function chooseTwo(page: Page): Promise<void> {
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Выбрать' }))).click();
  for (const index of [0, 1]) await page.getByRole('checkbox').nth(index).click();
  await expect(page.getByRole('button', { name: 'В папку' })).toBeVisible();
}

export const PERSON_SCREENS: readonly Screen[] = [
  { name: 'circle-birthdays', isVariant: true, as: makeBirthdays, address: '/circle' },
  { name: 'person-note', isVariant: true, as: makeNoted, address: () => `/user/${friend}` },
  {
    name: 'person-note-new',
    isVariant: true,
    as: makeBirthdays,
    address: () => `/user/${friend}`,
    prepare: async (page) => {
      await (await waitUntilHydrated(page.getByRole('button', { name: 'Добавить заметку' }))).click();
      await expect(page.getByRole('textbox', { name: 'Заметка' })).toBeFocused();
    },
  },
  { name: 'chat-person-note', isVariant: true, as: makeNoted, address: () => `/conversation/${friend}` },
  {
    name: 'settings-birthday',
    isVariant: true,
    as: makeBirthdays,
    address: '/profile/settings',
    prepare: async (page) => {
      const form = page.getByRole('form', { name: 'День рождения' });
      await (await waitUntilHydrated(form.getByRole('button', { name: 'Сохранить день рождения' }))).click();
      await expect(form.getByText('Выберите день и месяц')).toBeVisible();
    },
  },
  { name: 'favorites-folders', isVariant: true, as: makeCollector, address: '/ads?tab=favourite' },
  { name: 'favorites-choosing', isVariant: true, as: makeCollector, address: '/ads?tab=favourite', prepare: chooseTwo },
  {
    name: 'favorites-moving',
    isVariant: true,
    as: makeCollector,
    address: '/ads?tab=favourite',
    prepare: async (page) => {
      await chooseTwo(page);
      await page.getByRole('button', { name: 'В папку' }).click();
      await expect(page.getByRole('dialog', { name: 'Куда переместить?' })).toBeVisible();
    },
  },
];
