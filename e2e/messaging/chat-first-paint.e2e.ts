import { expect, type Locator, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { befriend, sendMessage } from '../support/chats.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { LONG, PHONE, test, waitForHydration } from '../support/test.ts';

const PIXELS = 1;
/** Of `useThreadScroll`: how far below the top the first unread message stands. */
const OVER_NEW_PX = 72;

const thread = (page: Page): Locator => page.getByRole('log', { name: 'Сообщения' });
const message = (page: Page, text: string): Locator => thread(page).getByRole('article').filter({ hasText: text });

async function boxes(page: Page, text: string) {
  const [own, around] = await Promise.all([message(page, text).boundingBox(), thread(page).boundingBox()]);
  if (own === null || around === null) throw new Error(`«${text}» is not there`);
  return { top: own.y - around.y, bottom: around.y + around.height - own.y - own.height, height: around.height };
}

/** What the server rendered, on a page whose scripts never come. */
async function openWithoutScripts(page: Page, person: Person, address: string): Promise<void> {
  await signIn(page.context(), person);
  // A first visit changes its clocks once.
  await page.context().addCookies([{ name: 'tz', value: 'Europe/Moscow', url: 'http://localhost' }]);
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(address);
}

async function loadScripts(page: Page): Promise<void> {
  await page.unrouteAll();
  await page.reload();
  await waitForHydration(page);
  await expect(thread(page)).not.toHaveAttribute('data-placing');
}

async function talk(one: Person, other: Person, count: number): Promise<void> {
  await befriend(one, other);
  for (let number = 1; number <= count; number++)
    await sendMessage(number % 3 === 0 ? one : other, number % 3 === 0 ? other : one, `Сообщение ${number}.`);
}

test('a dialog shows its last messages before the scripts come, each once, and they stay in place', {
  tag: PHONE,
}, async ({ page, watch, picture }) => {
  watch.allow(/net::ERR_FAILED/);
  const [anna, boris] = [await createPerson({ firstname: 'Анна' }), await createPerson({ firstname: 'Борис' })];
  await talk(anna, boris, 30);
  await sendMessage(boris, anna, 'Ссылка: https://example.com/oka. Увидимся!');
  // Reading with a token marks as read.
  await api('GET', `/api/chat/${boris.id}`, { token: anna.token });
  await openWithoutScripts(page, anna, `/conversation/${boris.id}`);

  await expect(message(page, 'Увидимся!')).toBeInViewport();
  await expect(page.getByText('Сообщение 30.')).toHaveCount(1);
  await expect(thread(page).getByRole('article')).toHaveCount(20);
  await expect(thread(page).getByRole('link')).toHaveAttribute('href', 'https://example.com/oka');
  const before = await boxes(page, 'Увидимся!');
  await picture('dialog-without-scripts');

  await loadScripts(page);
  await expect(page.getByText('Сообщение 30.')).toHaveCount(1);
  const after = await boxes(page, 'Увидимся!');
  expect(Math.abs(after.bottom - before.bottom)).toBeLessThanOrEqual(PIXELS);
  // Older messages are above.
  await thread(page).hover();
  await page.mouse.wheel(0, -4000);
  await expect(message(page, 'Сообщение 1.')).toBeVisible();
});

test('it opens at the first unread message, and at the one that a link names', async ({ page, visitor, watch }) => {
  watch.allow(/net::ERR_FAILED/);
  const [anna, boris] = [await createPerson({ firstname: 'Анна' }), await createPerson({ firstname: 'Борис' })];
  await befriend(anna, boris);
  await sendMessage(anna, boris, 'Здравствуйте!');
  for (let number = 1; number <= 25; number++) await sendMessage(boris, anna, `Новое ${number}.`);

  await openWithoutScripts(page, anna, `/conversation/${boris.id}?at=12`);
  const named = await boxes(page, 'Новое 11.');
  expect(Math.abs(named.top - named.bottom)).toBeLessThan(40);

  const other = await visitor();
  await openWithoutScripts(other, anna, `/conversation/${boris.id}`);
  await expect(message(other, 'Новое 1.')).toBeInViewport();
  await expect(thread(other).getByText('Новые сообщения')).toBeInViewport();
  const first = await boxes(other, 'Новое 1.');
  expect(first.top).toBeGreaterThanOrEqual(OVER_NEW_PX);
  expect(first.top).toBeLessThan(OVER_NEW_PX * 2);
});

test('every dialog of the demo is rendered by the server', { tag: LONG }, async ({ page }) => {
  const json = { login: 'anna', password: 'okolo-demo-1' };
  const { token } = await api<{ token: string }>('POST', '/api/auth', { json });
  const { list } = await api<{ list: { user: { id: number } }[] }>('GET', '/api/chat?size=100', { token });
  const requests = await api<{ list: { user: { id: number } }[] }>('GET', '/api/chat?size=100&folder=requests', {
    token,
  });
  await signIn(page.context(), json);
  for (const { user } of [...list, ...requests.list]) {
    const answer = await page.request.get(`/conversation/${user.id}`);
    expect(answer.status(), `${user.id}`).toBe(200);
    expect(await answer.text(), `${user.id}`).toContain('<article');
  }
});
