import { expect, type Locator, type Page } from '@playwright/test';
import { publishAd, toast } from '../market/ad-pages.ts';
import { api } from '../support/api.ts';
import { findViolations } from '../support/axe.ts';
import { befriend, friendOf } from '../support/chats.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { LONG, open, PHONE_TOO, test, waitForHydration } from '../support/test.ts';

// Needs a microphone.
test.use({ wholeBrowser: true });

/** A chat without messages returns 404, which the site handles but the browser logs. */
const EMPTY_DIALOG = /status of 404 .*\/api\/chat\//;

const thread = (page: Page): Locator => page.getByRole('log', { name: 'Сообщения' });
const message = (page: Page, text: string | RegExp): Locator =>
  thread(page).getByRole('article').filter({ hasText: text });
const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Сообщение', exact: true });
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });

async function twoInADialog(page: Page, visitor: () => Promise<Page>): Promise<[Person, Page]> {
  const [anna, boris] = [await createPerson({ firstname: 'Анна' }), await createPerson({ firstname: 'Борис' })];
  await befriend(anna, boris);
  await api('PUT', `/api/chat/${boris.id}`, { token: anna.token, json: { content: 'Добрый день' } });
  const theirs = await visitor();
  await Promise.all([signIn(page.context(), anna), signIn(theirs.context(), boris)]);
  await Promise.all([open(page, `/conversation/${boris.id}`), open(theirs, `/conversation/${anna.id}`)]);
  await expect(message(page, 'Добрый день')).toBeVisible();
  return [anna, theirs];
}

async function hand(page: Page, how: 'paste' | 'drop', names: readonly string[]): Promise<void> {
  await field(page).evaluate(
    (element, { how, names }) => {
      const data = new DataTransfer();
      for (const name of names) data.items.add(new File(['Один два три'], name, { type: 'text/plain' }));
      const init = { bubbles: true, cancelable: true };
      if (how === 'paste') element.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }));
      else
        for (const name of ['dragover', 'drop'])
          element.dispatchEvent(new DragEvent(name, { ...init, dataTransfer: data }));
    },
    { how, names: [...names] },
  );
}

test('a voice note is recorded, listened to before it goes, and heard on the other side and on other pages', {
  tag: LONG,
}, async ({ page, visitor }) => {
  await page.context().grantPermissions(['microphone']);
  const [anna, theirs] = await twoInADialog(page, visitor);
  await button(page, 'Записать голосовое сообщение').click();
  const timer = page.getByRole('timer');
  const seconds = async (): Promise<number> => Number((await timer.textContent())?.split(':')[1]);
  await expect.poll(seconds).toBeGreaterThanOrEqual(3);
  await button(page, 'Приостановить запись').click();
  await button(page, 'Слушать').click();
  await expect(button(page, 'Пауза')).toBeVisible();
  const before = await seconds();
  await button(page, 'Продолжить запись').click();
  await expect.poll(seconds).toBeGreaterThan(before);
  await button(page, 'Отправить запись').click();
  await expect(thread(page).getByRole('button', { name: /^Слушать: / })).toBeVisible();

  const note = thread(theirs).getByRole('button', { name: /^(Слушать|Пауза): / });
  await expect(thread(theirs).getByRole('img', { name: 'Не прослушано' })).toBeVisible();
  await expect(thread(theirs).getByRole('slider', { name: 'Место в записи' })).toHaveAttribute(
    'aria-valuemax',
    /^([3-9]|\d\d)$/,
  );
  await note.click();
  await expect(thread(theirs).getByRole('slider')).toHaveAttribute('aria-valuenow', /[1-9]/);
  await expect(thread(theirs).getByRole('img', { name: 'Не прослушано' })).toBeHidden();
  await theirs.reload();
  await waitForHydration(theirs);
  await expect(note).toBeVisible();
  await expect(thread(theirs).getByRole('img', { name: 'Не прослушано' })).toBeHidden();

  await open(theirs, '/circle');
  await theirs
    .getByRole('link', { name: `Написать: ${anna.firstname} ${anna.lastname}` })
    .filter({ visible: true })
    .click();
  await note.click();
  const bar = theirs.getByRole('region', { name: 'Сейчас играет' });
  await thread(theirs)
    .getByRole('button', { name: /^Пауза: / })
    .click();
  await expect(bar).toBeHidden();
  await theirs.goBack();
  await expect(bar).toBeVisible();
  await bar.getByTitle('Открыть чат').click();
  await expect(theirs).toHaveURL(`/conversation/${anna.id}`);
  await expect(bar).toBeHidden();
});

test('files are pasted, dropped, counted and sent together; the eleventh is refused', { tag: LONG }, async ({
  page,
  visitor,
}) => {
  const [, theirs] = await twoInADialog(page, visitor);
  await hand(page, 'paste', ['заметка.txt']);
  await expect(page.getByText('1 из 10 файлов')).toBeVisible();
  await hand(
    page,
    'drop',
    Array.from({ length: 10 }, (_, at) => `список-${at}.txt`),
  );
  await expect(page.getByText('10 из 10 файлов')).toBeVisible();
  await expect(toast(page, 'В одном сообщении не больше 10 файлов, лишние не добавлены')).toBeVisible();
  for (let at = 1; at < 9; at += 1) await button(page, `Убрать «список-${at}.txt»`).click();
  await expect(page.getByText('2 из 10 файлов')).toBeVisible();
  await field(page).fill('Держите');
  await button(page, 'Отправить').click();
  await expect(message(theirs, 'Держите')).toContainText('заметка.txt');
  await expect(message(theirs, 'Держите')).toContainText('список-0.txt');
  await expect(page.getByText('из 10 файлов')).toBeHidden();
});

test('bold words and an emoji are put into a message by keys alone', { tag: LONG }, async ({ page, visitor }) => {
  const [, theirs] = await twoInADialog(page, visitor);
  await field(page).fill('Завтра в шесть');
  await field(page).press('Control+Home');
  await field(page).press('Control+Shift+ArrowRight');
  await field(page).press('Control+b');
  await field(page).press('Control+End');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Эмодзи' });
  await panel.getByRole('searchbox').fill('привет взмах');
  await panel.getByRole('button', { name: 'машет рукой' }).press('Enter');
  await expect(field(page)).toHaveValue('**Завтра** в шесть👋');
  expect(await findViolations(page, { of: '[data-emoji-panel]' })).toEqual([]);
  await page.keyboard.press('Escape');
  await field(page).press('Enter');
  await expect(message(theirs, 'Завтра в шесть👋').locator('strong')).toHaveText('Завтра');
});

test('a message waits for its time, is changed meanwhile and sent at once', { tag: LONG }, async ({
  page,
  visitor,
}) => {
  const [, theirs] = await twoInADialog(page, visitor);
  await field(page).fill('Напоминаю о встрече');
  await button(page, 'Отправить').click({ button: 'right' });
  await button(page, 'Отправить позже…').click();
  await page
    .getByRole('dialog', { name: 'Отправить позже' })
    .getByRole('button', { name: /^Завтра в/ })
    .click();
  await expect(field(page)).toHaveValue('');
  await button(page, '1 отложенное').click();
  const waiting = page.getByRole('dialog', { name: 'Отложенные сообщения' });
  await expect(waiting).toContainText('Напоминаю о встрече');
  await waiting.getByRole('button', { name: 'Изменить' }).click();
  await waiting.getByRole('textbox', { name: 'Текст сообщения' }).fill('Напоминаю: встреча в шесть');
  await waiting.getByRole('button', { name: 'Сохранить' }).click();
  await expect(waiting).toContainText('встреча в шесть');
  await expect(message(theirs, 'Напоминаю')).toBeHidden();
  await waiting.getByRole('button', { name: 'Отправить сейчас' }).click();
  await expect(waiting).toContainText('Отложенных сообщений нет');
  await expect(message(theirs, 'Напоминаю: встреча в шесть')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, /отложенн/)).toBeHidden();
});

test('what is being written stands on the other device too, and goes there when it is sent', { tag: LONG }, async ({
  page,
  visitor,
}) => {
  const [anna, theirs] = await twoInADialog(page, visitor);
  const phone = await visitor();
  await signIn(phone.context(), anna);
  await open(phone, new URL(page.url()).pathname);
  await field(page).fill('Завтра в шесть у входа');
  await expect(field(phone)).toHaveValue('Завтра в шесть у входа');
  await button(page, 'Отправить').click();
  await expect(message(theirs, 'Завтра в шесть у входа')).toBeVisible();
  await expect(field(phone)).toHaveValue('');
});

test('an ad is shared with a friend, who sees it as a card', { tag: LONG }, async ({ page, visitor, watch }) => {
  watch.allow(EMPTY_DIALOG);
  const [seller, anna] = [await createPerson({ paid: true }), await createPerson({ firstname: 'Анна' })];
  const olga = await friendOf(anna, 'Ольга');
  const id = await publishAd(seller, 'Плетёное кресло с подушкой');
  const theirs = await visitor();
  await Promise.all([signIn(page.context(), anna), signIn(theirs.context(), olga)]);
  await open(page, `/ad/${id}`);
  await button(page, 'Поделиться').click();
  await button(page, 'Отправить в чате').click();
  const dialog = page.getByRole('dialog', { name: 'Поделиться' }).filter({ has: page.getByRole('searchbox') });
  await dialog.getByRole('searchbox', { name: 'Поиск по имени' }).fill('Ольга');
  await dialog.getByText('Ольга Проверкина').click();
  await dialog.getByRole('textbox', { name: 'Комментарий' }).fill('Смотри, какое');
  await dialog.getByRole('button', { name: 'Отправить' }).click();
  await expect(toast(page, 'Отправлено 1 человеку')).toBeVisible();
  await open(theirs, `/conversation/${anna.id}`);
  await expect(message(theirs, 'Смотри, какое')).toContainText('Плетёное кресло с подушкой');
  await expect(message(theirs, 'Смотри, какое')).toContainText(/3\s500\s₽/);
});

test('a buyer writes to a seller from the ad with a quick reply', { tag: PHONE_TOO }, async ({
  page,
  watch,
  isMobile,
}) => {
  watch.allow(EMPTY_DIALOG);
  const [seller, anna] = [await createPerson({ paid: true }), await createPerson({ firstname: 'Анна' })];
  const id = await publishAd(seller, 'Садовая тачка на двух колёсах');
  await open(page, `/ad/${id}`);
  await expect(page.getByRole('link', { name: 'Написать' })).toHaveAttribute(
    'href',
    `/auth?next=${encodeURIComponent(`/conversation/${seller.id}?ad=${id}`)}`,
  );
  await signIn(page.context(), anna);
  await open(page, `/ad/${id}`);
  await page.getByRole('link', { name: 'Написать' }).click();
  await expect(page.getByText('Вы пишете по объявлению')).toBeVisible();
  const quick = button(page, 'Настроить быстрые ответы');
  await quick.click();
  const dialog = page.getByRole('dialog', { name: 'Быстрые ответы' });
  await dialog.getByRole('textbox', { name: 'Ответ 1' }).fill('Заберу сегодня вечером');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await button(page, 'Заберу сегодня вечером').click();
  await expect(field(page)).toHaveValue('Заберу сегодня вечером');
  if (isMobile) await button(page, 'Отправить').click();
  else await field(page).press('Enter');
  await expect(message(page, 'Заберу сегодня вечером')).toBeVisible();
  await expect(page.getByText('Вы пишете по объявлению')).toBeHidden();
  const received = () =>
    api<{ list: { content: string }[] }>('GET', `/api/chat/${anna.id}?mark=0`, { token: seller.token }).then(
      ({ list }) => list.map(({ content }) => content),
      () => [],
    );
  await expect.poll(received).toEqual(['Заберу сегодня вечером']);
  await expect(message(page, 'Заберу сегодня вечером').getByRole('link', { name: /Садовая тачка/ })).toBeVisible();
  await expect(button(page, 'Настроить быстрые ответы')).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/ad/${id}$`));
});

test('a link to another site is shown before it is opened, and nothing but a site opens', { tag: LONG }, async ({
  page,
  watch,
}) => {
  watch.allow(/status of 40/);
  await open(page, `/away?to=${encodeURIComponent('https://аpple.example/login')}`);
  await expect(page.getByRole('heading', { name: 'Ссылка ведёт на другой сайт' })).toBeVisible();
  const go = page.getByRole('link', { name: 'Перейти' });
  await expect(go).toHaveAttribute('href', 'https://xn--pple-43d.example/login');
  await expect(go).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect(page.getByText(/необычные буквы/)).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await open(page, `/away?to=${encodeURIComponent('javascript:alert(1)')}`);
  await expect(page.getByRole('heading', { name: 'Эта ссылка не открывается' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Перейти' })).toBeHidden();
});
