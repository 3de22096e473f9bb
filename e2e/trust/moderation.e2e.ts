import { expect, type Page } from '@playwright/test';
import { freshWord, publishAd, toast } from '../market/ad-pages.ts';
import { api } from '../support/api.ts';
import { waitForEmail } from '../support/emails.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { createStaff } from '../support/staff.ts';
import { LONG, open, test, waitUntilHydrated } from '../support/test.ts';

interface Scene {
  seller: Person;
  reader: Person;
  title: string;
  adId: number;
  caseId: number;
  complaintId: number;
}

async function complained(): Promise<Scene> {
  const [seller, reader] = await Promise.all([
    createPerson({ firstname: 'Семён', paid: true }),
    createPerson({ firstname: 'Рита' }),
  ]);
  const title = `Лодка ${freshWord()}`;
  const adId = await publishAd(seller, title);
  const { id: complaintId } = await api<{ id: number }>('PUT', '/api/complains/add', {
    token: reader.token,
    json: { board_id: adId, reason: 'stolen_photos', message: 'Это мои фотографии' },
  });
  return { seller, reader, title, adId, complaintId, caseId: 0 };
}

const panel = (page: Page) => page.getByRole('region', { name: 'Решение', exact: true });

async function take(page: Page, title: string): Promise<void> {
  await open(page, `/admin/queue?search=${encodeURIComponent(title)}`);
  await (await waitUntilHydrated(page.getByRole('main').getByRole('link', { name: title }))).click();
  await panel(page).getByRole('button', { name: 'Взять' }).click();
  await expect(panel(page).getByRole('button', { name: 'Отдать обратно' })).toBeVisible();
}

test('a complaint is taken and decided, its author and the seller hear of it, and another moderator takes the decision back', async ({
  page,
  visitor,
  picture,
  watch,
}) => {
  watch.allow(/status of 403/);
  const [{ seller, reader, title, adId }, maria, pavel] = await Promise.all([
    complained(),
    createStaff('manager', 'Мария'),
    createStaff('manager', 'Павел'),
  ]);
  await signIn(page.context(), maria);
  const second = await visitor();
  await signIn(second.context(), pavel);

  // Of two who look at the same case one has it, and the other sees that at once.
  await open(second, `/admin/queue?search=${encodeURIComponent(title)}`);
  await (await waitUntilHydrated(second.getByRole('main').getByRole('link', { name: title }))).click();
  await expect(panel(second).getByRole('button', { name: 'Взять' })).toBeVisible();
  await take(page, title);
  await expect(panel(second).getByText(`Этим занимается другой модератор: Мария`)).toBeVisible();

  await expect(panel(page).getByText('Это мои фотографии')).toBeVisible();
  await picture('queue');
  await panel(page)
    .getByRole('button', { name: /^Скрыть/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Скрыть' });
  await expect(dialog.getByLabel('Правило')).toHaveValue('stolen_photos');
  await dialog.getByLabel('Что прочитает человек').fill('На снимках чужие фотографии');
  await dialog.getByRole('button', { name: 'Решить' }).click();
  await expect(toast(page, 'Решение принято')).toBeVisible();

  const letter = await waitForEmail(seller.email, `Скрыто: «${title}»`);
  expect(letter.text).toContain('На снимках чужие фотографии');
  const owner = await visitor();
  await signIn(owner.context(), seller);
  await open(owner, '/profile/measures');
  await expect(owner.getByText('На снимках чужие фотографии')).toBeVisible();
  await (await waitUntilHydrated(owner.getByRole('button', { name: 'Обжаловать' }))).click();
  await owner.getByLabel('Почему решение неверно').fill('Снимала моя сестра');
  await owner.getByRole('button', { name: 'Отправить' }).click();
  await expect(owner.getByText('Ждёт другого модератора')).toBeVisible();
  await picture('measure', owner);

  await open(page, `/admin/queue?kind=appeal&search=${encodeURIComponent(title)}`);
  await (await waitUntilHydrated(page.getByRole('main').getByRole('link', { name: title }))).click();
  await panel(page).getByRole('button', { name: 'Взять' }).click();
  await expect(toast(page, 'Обжалование рассматривает не тот, кто принял решение')).toBeVisible();
  await open(second, `/admin/queue?kind=appeal&search=${encodeURIComponent(title)}`);
  await (await waitUntilHydrated(second.getByRole('main').getByRole('link', { name: title }))).click();
  await expect(panel(second).getByRole('button', { name: 'Взять' })).toBeVisible();
  await second.keyboard.press('t');
  await expect(panel(second).getByRole('button', { name: 'Отдать обратно' })).toBeVisible();
  await second.keyboard.press('2');
  const lift = second.getByRole('dialog', { name: 'Отменить решение' });
  await lift.getByLabel('Что прочитает человек').fill('Верим, объявление снова видно');
  await lift.getByRole('button', { name: 'Решить' }).click();
  await expect(toast(second, 'Решение принято')).toBeVisible();

  await owner.reload();
  await expect(owner.getByText('Верим, объявление снова видно')).toBeVisible();
  await waitForEmail(seller.email, 'Решение модератора отменено');
  const buyer = await visitor();
  await open(buyer, `/ad/${adId}`);
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText(title);

  const complainer = await visitor();
  await signIn(complainer.context(), reader);
  await open(complainer, '/profile/complaints');
  await expect(complainer.getByText('Нарушение подтвердилось, меры приняты')).toBeVisible();
  await api('DELETE', `/api/boards?board_id=${adId}`, { token: seller.token });
});

test('somebody suspended reads at sign-in why, and appeals without signing in', { tag: LONG }, async ({
  page,
  visitor,
  watch,
}) => {
  watch.allow(/status of (403|404)/);
  const [{ seller, title, adId }, maria] = await Promise.all([complained(), createStaff('manager', 'Мария')]);
  await signIn(page.context(), maria);
  await take(page, title);
  await panel(page)
    .getByRole('button', { name: /^Заблокировать/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Заблокировать' });
  await dialog.getByLabel('Что прочитает человек').fill('Обман покупателей');
  await dialog.getByRole('button', { name: 'Решить' }).click();
  await expect(toast(page, 'Решение принято')).toBeVisible();

  const person = await visitor();
  await open(person, '/auth');
  await (await waitUntilHydrated(person.getByLabel(/^Логин/))).fill(seller.login);
  await person
    .getByLabel(/^Пароль/)
    .first()
    .fill(seller.password);
  await person.getByRole('main').getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(person).toHaveURL(/\/measures\/appeal\?token=/);
  await expect(person.getByText('Обман покупателей')).toBeVisible();
  await (await waitUntilHydrated(person.getByRole('button', { name: 'Обжаловать' }))).click();
  await person.getByLabel('Почему решение неверно').fill('Меня взломали');
  await person.getByRole('button', { name: 'Отправить' }).click();
  await expect(person.getByText('Ждёт другого модератора')).toBeVisible();
  await person.goto(`/ad/${adId}`);
  await expect(person.getByRole('heading', { level: 1 })).not.toHaveText(title);
});

test('an ad is blocked from the table of ads, its owner objects, and staff publish it again', { tag: LONG }, async ({
  page,
  visitor,
}) => {
  const [seller, maria] = await Promise.all([
    createPerson({ firstname: 'Семён', paid: true }),
    createStaff('manager', 'Мария'),
  ]);
  const title = `Лодка ${freshWord()}`;
  const adId = await publishAd(seller, title);
  await signIn(page.context(), maria);
  await open(page, `/admin/boards?search=${encodeURIComponent(title)}`);
  await (await waitUntilHydrated(page.getByRole('button', { name: `Заблокировать: ${title}` }))).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Правило').selectOption('stolen_photos');
  await dialog.getByLabel('Что прочитает человек').fill('Фото из каталога');
  await dialog.getByRole('button', { name: 'Заблокировать' }).click();
  await expect(toast(page, 'Объявление заблокировано')).toBeVisible();

  const owner = await visitor();
  await signIn(owner.context(), seller);
  await open(owner, `/ad/${adId}`);
  await expect(owner.getByText('Причина: Фото из каталога')).toBeVisible();
  await owner.getByRole('link', { name: 'Обжаловать решение' }).click();
  await (await waitUntilHydrated(owner.getByRole('button', { name: 'Обжаловать' }))).click();
  await owner.getByLabel('Почему решение неверно').fill('Снимала моя сестра');
  await owner.getByRole('button', { name: 'Отправить' }).click();
  await expect(owner.getByText('Ждёт другого модератора')).toBeVisible();

  await page.getByRole('button', { name: `Опубликовать: ${title}` }).click();
  await dialog.getByRole('button', { name: 'Опубликовать' }).click();
  await expect(toast(page, 'Объявление опубликовано')).toBeVisible();
  const buyer = await visitor();
  await open(buyer, `/ad/${adId}`);
  await expect(buyer.getByRole('heading', { level: 1 })).toHaveText(title);
  await api('DELETE', `/api/boards?board_id=${adId}`, { token: seller.token });
});

test('complaints stand in a table that only deletes, and lead to their case', { tag: LONG }, async ({ page }) => {
  const [{ title }, maria] = await Promise.all([complained(), createStaff('manager', 'Мария')]);
  await signIn(page.context(), maria);
  await open(page, `/admin/complains?search=${encodeURIComponent(title)}`);
  const row = page.getByRole('row', { name: /Рита/ });
  await expect(row).toContainText('Это мои фотографии');
  await (await waitUntilHydrated(row.getByRole('button', { name: `Удалить: ${title}` }))).click();
  await page.getByRole('dialog', { name: 'Удалить жалобу?' }).getByRole('button', { name: 'Удалить' }).click();
  await expect(toast(page, 'Жалоба успешно удалена')).toBeVisible();
  await expect(page.getByRole('row', { name: /Рита/ })).toHaveCount(0);
});

test('everybody sees how the promise is kept', { tag: LONG }, async ({ page }) => {
  await open(page, '/promise');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Обещание: 24 часа');
});
