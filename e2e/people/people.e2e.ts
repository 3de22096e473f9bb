import { expect, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { LONG, open, test, waitUntilHydrated } from '../support/test.ts';

const nameOf = ({ firstname, lastname }: Person): string => `${firstname} ${lastname}`;

const tab = (page: Page, name: string, count: number) =>
  page.getByRole('navigation', { name: 'Списки круга' }).getByRole('link', { name: `${name} ${count}`, exact: true });

const person = (page: Page, { firstname, lastname }: Person) =>
  page.getByRole('listitem').filter({ hasText: `${firstname} ${lastname}` });

test('two people side by side see the request, the friendship and its end without reloading', async ({
  page,
  visitor,
}) => {
  const [vera, mila] = [await createPerson({ firstname: 'Вера' }), await createPerson({ firstname: 'Мила' })];
  const there = await visitor();
  await Promise.all([signIn(page.context(), vera), signIn(there.context(), mila)]);
  await open(there, '/circle?tab=requests');
  await expect(tab(there, 'Заявки', 0)).toBeVisible();
  await open(page, `/user/${mila.id}`);

  await (await waitUntilHydrated(page.getByRole('button', { name: 'Добавить в круг' }))).click();
  await expect(page.getByText('Заявка успешно отправлена')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Заявка отправлена' })).toBeVisible();
  await expect(tab(there, 'Заявки', 1)).toBeVisible();
  await expect(person(there, vera)).toBeVisible();

  await there.getByRole('button', { name: `Принять: ${nameOf(vera)}` }).click();
  await expect(there.getByText('Пользователь успешно добавлен в друзья!')).toBeVisible();
  await expect(tab(there, 'Заявки', 0)).toBeVisible();
  await expect(tab(there, 'Друзья', 1)).toBeVisible();
  await expect(page.getByRole('button', { name: 'В вашем круге' })).toBeVisible();

  await page.getByRole('button', { name: 'В вашем круге' }).click();
  await page.getByRole('button', { name: 'Убрать из круга' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Убрать', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Добавить в круг' })).toBeVisible();
  await expect(tab(there, 'Друзья', 0)).toBeVisible();
});

test('a short address leads guests and members to the page, and a note on it stays with its author', {
  tag: LONG,
}, async ({ page, visitor }) => {
  const [vera, mila] = [await createPerson({ firstname: 'Вера' }), await createPerson({ firstname: 'Мила' })];
  const guest = await visitor();
  await open(guest, `/@${mila.login.toUpperCase()}`);
  await expect(guest).toHaveURL(`/user/${mila.id}`);
  const unknown = await guest.request.get('/@nobody.of.this.name');
  expect(unknown.status()).toBe(404);

  await signIn(page.context(), vera);
  await open(page, `/@${mila.login}`);
  await expect(page).toHaveURL(`/user/${mila.id}`);
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Добавить заметку' }))).click();
  await page.getByRole('textbox', { name: 'Заметка' }).fill('Обещала палатку');
  await expect(page.getByText('Сохранено', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Обещала палатку')).toBeVisible();
  await guest.reload();
  await expect(guest.getByText(mila.firstname)).not.toHaveCount(0);
  await expect(guest.getByText('Обещала палатку')).toHaveCount(0);
});

test('two who ask each other are friends at once, and one friendship it is', { tag: LONG }, async ({
  page,
  visitor,
}) => {
  const [vera, mila] = [await createPerson({ firstname: 'Вера' }), await createPerson({ firstname: 'Мила' })];
  const there = await visitor();
  await Promise.all([signIn(page.context(), vera), signIn(there.context(), mila)]);
  await Promise.all([open(page, `/user/${mila.id}`), open(there, `/user/${vera.id}`)]);
  const buttons = await Promise.all(
    [page, there].map((each) => waitUntilHydrated(each.getByRole('button', { name: 'Добавить в круг' }))),
  );
  await Promise.all(buttons.map((button) => button.click({ clickCount: 2 })));
  for (const each of [page, there]) {
    await expect(each.getByRole('button', { name: 'В вашем круге' })).toBeVisible();
    await open(each, '/circle');
    await expect(tab(each, 'Друзья', 1)).toBeVisible();
    await expect(tab(each, 'Заявки', 0)).toBeVisible();
  }
});

test('a request is answered in the bell, and the other browsers of both know', { tag: LONG }, async ({
  page,
  visitor,
  isMobile,
}) => {
  const [vera, mila] = [await createPerson({ firstname: 'Вера' }), await createPerson({ firstname: 'Мила' })];
  const elsewhere = await visitor();
  await Promise.all([signIn(page.context(), mila), signIn(elsewhere.context(), mila)]);
  await open(elsewhere, '/circle?tab=requests');
  await open(page, '/');
  await api('PUT', `/api/users/friends/${mila.id}`, { token: vera.token });
  await expect(person(elsewhere, vera)).toBeVisible();

  await page.getByLabel('Уведомления, 1 новое').filter({ visible: true }).click();
  const list = page.getByRole(isMobile ? 'main' : 'dialog');
  await list.getByRole('button', { name: /^Принять/ }).click();
  await expect(tab(elsewhere, 'Друзья', 1)).toBeVisible();
  const { friendship } = await api<{ friendship: string }>('GET', `/api/users/${mila.id}`, { token: vera.token });
  expect(friendship).toBe('friend');
});

test('a blocked person meets a closed door, and whoever closed it can open it', async ({ page, visitor, watch }) => {
  watch.allow(/status of (403|404|410)/);
  const [vera, mila] = [await createPerson({ firstname: 'Вера' }), await createPerson({ firstname: 'Мила' })];
  const there = await visitor();
  await Promise.all([signIn(page.context(), vera), signIn(there.context(), mila)]);
  await open(page, `/user/${mila.id}`);
  await (await waitUntilHydrated(page.getByRole('button', { name: `Действия: ${nameOf(mila)}` }))).click();
  await page.getByRole('button', { name: 'Заблокировать' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Заблокировать' }).click();
  await expect(page.getByRole('button', { name: 'Разблокировать' })).toBeVisible();

  await open(there, `/user/${vera.id}`);
  await expect(there.getByRole('button', { name: 'Добавить в круг' })).toHaveCount(0);
  await expect(there.getByRole('button', { name: 'Разблокировать' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Разблокировать' }).click();
  await expect(page.getByRole('button', { name: 'Добавить в круг' })).toBeVisible();
});

test('the tabs of a browser share one line, and the next tab takes it over when the first is closed', {
  tag: LONG,
}, async ({ page }) => {
  const [vera, mila, olga] = [
    await createPerson({ firstname: 'Вера' }),
    await createPerson({ firstname: 'Мила' }),
    await createPerson({ firstname: 'Ольга' }),
  ];
  await signIn(page.context(), mila);
  const lines: string[] = [];
  page.context().on('page', (opened) => opened.on('websocket', (line) => lines.push(line.url())));
  const first = await page.context().newPage();
  const second = await page.context().newPage();
  await open(first, '/circle?tab=requests');
  await open(second, '/circle?tab=requests');
  await api('PUT', `/api/users/friends/${mila.id}`, { token: vera.token });
  for (const each of [first, second]) await expect(person(each, vera)).toBeVisible();
  expect(lines.filter((url) => url.includes('/ws/notifications/'))).toHaveLength(1);

  await first.close();
  await api('PUT', `/api/users/friends/${mila.id}`, { token: olga.token });
  await expect(person(second, olga)).toBeVisible();
  await expect(tab(second, 'Заявки', 2)).toBeVisible();
});
