import { devices, expect, type Locator, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { LONG, open, test } from '../support/test.ts';

// Needs media playback and files.
test.use({ wholeBrowser: true });

/** A chat without messages returns 404, which the site handles but the browser logs. */
const EMPTY_DIALOG = /status of 404 .*\/api\/chat\//;

async function photo(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const encoded = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [240, 160];
    const context = canvas.getContext('2d');
    if (context) {
      context.fillStyle = '#146c50';
      context.fillRect(0, 0, 240, 160);
      context.fillStyle = '#fcb14f';
      context.fillRect(60, 40, 120, 80);
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return { name: 'велосипед.png', mimeType: 'image/png', buffer: Buffer.from(encoded, 'base64') };
}

/** Exchanges messages, so that neither message is a message request. */
async function acquaint(one: Person, other: Person): Promise<void> {
  await api('PUT', `/api/chat/${other.id}`, { token: one.token, json: { content: 'Здравствуйте!' } });
  await api('PUT', `/api/chat/${one.id}`, { token: other.token, json: { content: 'Добрый день' } });
}

const thread = (page: Page): Locator => page.getByRole('log', { name: 'Сообщения' });
const message = (page: Page, text: string | RegExp): Locator =>
  thread(page).getByRole('article').filter({ hasText: text });
const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Сообщение', exact: true });

async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await page
    .getByRole('button', { name: /^Отправить/ })
    .first()
    .click();
  // Until the server has taken it, a message has no menu.
  await expect(tick(page, text, /^(Отправлено|Доставлено|Прочитано)$/)).toBeVisible();
}

async function act(page: Page, text: string | RegExp, action: string): Promise<void> {
  await message(page, text).first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Действия с сообщением' }).getByRole('button', { name: action }).click();
}

const tick = (page: Page, text: string, name: string | RegExp): Locator =>
  message(page, text).getByRole('img', { name });

test('two people, one of them on a phone, write, answer, change, react, pin, find and delete', async ({
  page,
  visitor,
  isMobile,
}) => {
  const [anna, boris] = [await createPerson({ firstname: 'Анна' }), await createPerson({ firstname: 'Борис' })];
  await acquaint(anna, boris);
  const theirs = await visitor(isMobile ? {} : devices['Pixel 7']);
  await Promise.all([signIn(page.context(), anna), signIn(theirs.context(), boris)]);
  await Promise.all([open(page, `/conversation/${boris.id}`), open(theirs, `/conversation/${anna.id}`)]);
  await expect(page).toHaveTitle('Борис Проверкина · Сообщения');
  await expect(message(page, 'Добрый день')).toBeVisible();

  await write(page, 'Велосипед ещё продаётся?');
  await expect(message(theirs, 'Велосипед ещё продаётся?')).toBeVisible();
  await expect(tick(page, 'Велосипед ещё продаётся?', 'Прочитано')).toBeVisible();

  await act(theirs, 'Велосипед ещё продаётся?', 'Ответить');
  await write(theirs, 'Да, в хорошем состоянии');
  const quote = message(page, 'Да, в хорошем состоянии').getByRole('button', { name: /^Ответ на сообщение: Вы/ });
  await expect(quote).toContainText('Велосипед ещё продаётся?');

  await act(theirs, 'Да, в хорошем состоянии', 'Изменить');
  await field(theirs).fill('Да, в отличном состоянии');
  await theirs.getByRole('button', { name: 'Сохранить изменения' }).click();
  await expect(message(page, 'Да, в отличном состоянии')).toContainText('изменено');

  await act(page, 'Да, в отличном состоянии', 'Реакция 👍');
  await expect(message(theirs, 'Да, в отличном состоянии').getByRole('button', { name: '👍, 1' })).toBeVisible();

  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photo(page));
  await page
    .getByRole('button', { name: /^Отправить/ })
    .first()
    .click();
  await expect(thread(theirs).getByRole('button', { name: 'Открыть фото 1 из 1' })).toBeVisible();
  await thread(theirs).getByRole('button', { name: 'Открыть фото 1 из 1' }).click();
  await expect(theirs.getByRole('button', { name: 'Закрыть' }).last()).toBeVisible();
  await theirs.keyboard.press('Escape');

  const note = { name: 'маршрут.txt', mimeType: 'text/plain', buffer: Buffer.from('Баумана, 1 — Кремль') };
  await page.locator('input[type=file]').last().setInputFiles(note);
  await page
    .getByRole('button', { name: /^Отправить/ })
    .first()
    .click();
  await expect(thread(theirs).getByRole('link', { name: 'Скачать маршрут.txt' })).toBeVisible();

  await act(page, 'Велосипед ещё продаётся?', 'Закрепить');
  const pins = theirs.getByRole('region', { name: 'Закреплённые сообщения' });
  await expect(pins).toContainText('Велосипед ещё продаётся?');
  await pins.getByRole('button', { name: 'Открепить' }).click();
  await expect(page.getByRole('region', { name: 'Закреплённые сообщения' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Ещё действия' }).click();
  await page.getByRole('button', { name: 'Поиск', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Поиск в чате' }).fill('велосипеды');
  await expect(page.getByText('1 из 1', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Закрыть поиск' }).click();

  await act(page, 'Велосипед ещё продаётся?', 'Удалить');
  await page
    .getByRole('dialog', { name: 'Удалить сообщение?' })
    .getByRole('button', { name: 'Удалить у обоих' })
    .click();
  await expect(message(theirs, /^Велосипед ещё продаётся\?/)).toHaveCount(0);
  await expect(message(theirs, 'Да, в отличном состоянии')).toContainText('Сообщение удалено');
});

test('somebody unknown waits for an answer, and what they send is warned of', { tag: LONG }, async ({
  page,
  visitor,
  watch,
}) => {
  watch.allow(EMPTY_DIALOG);
  const [anna, stranger] = [await createPerson({ firstname: 'Анна' }), await createPerson({ firstname: 'Незнакомец' })];
  const theirs = await visitor();
  await Promise.all([signIn(page.context(), anna), signIn(theirs.context(), stranger)]);
  await open(theirs, `/conversation/${anna.id}`);
  await expect(theirs.getByText('Напишите первое сообщение')).toBeVisible();
  await write(theirs, 'Оплатите здесь: http://oplata.example и пришлите код из СМС');

  await open(page, `/conversation/${stranger.id}`);
  await expect(page.getByRole('heading', { name: 'Незнакомец Проверкина пишет вам впервые' })).toBeVisible();
  await expect(field(page)).toHaveCount(0);
  await expect(thread(page).getByText('Никому не сообщайте код из СМС')).toBeVisible();
  await expect(thread(page).getByRole('link')).toHaveAttribute('href', /^\/away\?to=http/);
  await page.getByRole('button', { name: 'Принять', exact: true }).click();
  await expect(field(page)).toBeVisible();
  await write(page, 'Нет, спасибо');
  await expect(message(theirs, 'Нет, спасибо')).toBeVisible();
});

test('a block closes the field for both, and lifting it opens it again', { tag: LONG }, async ({
  page,
  visitor,
  watch,
}) => {
  watch.allow(EMPTY_DIALOG);
  const [anna, boris] = [await createPerson({ firstname: 'Анна' }), await createPerson({ firstname: 'Борис' })];
  await acquaint(anna, boris);
  const theirs = await visitor();
  await Promise.all([signIn(page.context(), anna), signIn(theirs.context(), boris)]);
  await Promise.all([open(page, `/conversation/${boris.id}`), open(theirs, `/conversation/${anna.id}`)]);
  await page.getByRole('button', { name: 'Ещё действия' }).click();
  await page.getByRole('dialog', { name: 'Ещё действия' }).getByRole('button', { name: 'Заблокировать' }).click();
  await page.getByRole('dialog', { name: 'Заблокировать?' }).getByRole('button', { name: 'Заблокировать' }).click();
  await expect(page.getByText('Пользователь заблокирован', { exact: true })).toBeVisible();
  await expect(page.getByText('Пользователь заблокирован вами')).toBeVisible();
  await expect(theirs.getByText('Этому человеку сейчас нельзя написать')).toBeVisible();

  await page.getByRole('main').getByRole('button', { name: 'Разблокировать' }).last().click();
  await expect(field(page)).toBeVisible();
  await expect(field(theirs)).toBeVisible();

  await page.getByRole('button', { name: 'Ещё действия' }).click();
  await page.getByRole('dialog', { name: 'Ещё действия' }).getByRole('button', { name: 'Удалить чат' }).click();
  const question = page.getByRole('dialog', { name: 'Удалить чат?' });
  await question.getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByText('Чат успешно удалён!')).toBeVisible();
  await expect(page).toHaveURL(/\/profile\/messages/);
});
