import { expect, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { LONG, open, test, waitForHydration } from '../support/test.ts';

// Needs the full browser for `beforeunload` dialogs.
test.use({ wholeBrowser: true });

const DAY_MS = 86_400_000;
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
);
/** Messages that the browser logs without a network. */
const NO_NETWORK =
  /net::ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_RESET|CONNECTION_REFUSED|NETWORK_CHANGED)|when fetching the script|Failed to fetch manifest patches/;

const field = (page: Page) => page.getByRole('textbox', { name: 'Сообщение', exact: true });
const talk = (page: Page) => page.getByRole('log');

async function say(page: Page, text: string): Promise<void> {
  // A draft of another tab that arrives within the fill stays beside the text.
  await expect(async () => {
    await field(page).fill(text);
    await expect(field(page)).toHaveValue(text, { timeout: 500 });
  }).toPass();
  await page.getByRole('button', { name: 'Отправить', exact: true }).click();
  await expect(field(page)).toHaveValue('');
}

async function attach(page: Page, name: string): Promise<void> {
  await page.locator('input[data-attach="file"]').setInputFiles({ name, mimeType: 'image/png', buffer: PICTURE });
}

interface Told {
  content: string;
  attachments: { name: string }[];
}

async function received({ token }: Person, from: Person): Promise<string[]> {
  const page = await api<{ list: Told[] }>('GET', `/api/chat/${from.id}?size=100&mark=0`, { token }).catch(
    (error: unknown) => {
      if (error instanceof Error && error.message.includes(' 404 ')) return { list: [] };
      throw error;
    },
  );
  return page.list
    .toReversed()
    .map(({ content, attachments }) => [content, ...attachments.map(({ name }) => name)].filter(Boolean).join(' + '));
}

async function leaveNetwork(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
}

async function two(): Promise<[writer: Person, reader: Person]> {
  return [await createPerson({ firstname: 'Вера' }), await createPerson({ firstname: 'Олег' })];
}

test('what is written without a network is sent when it is back: once and in its order', async ({ page, watch }) => {
  watch.allow(NO_NETWORK);
  const [writer, reader] = await two();
  await signIn(page.context(), writer);
  await open(page, `/conversation/${reader.id}`);
  await say(page, 'Сначала');
  await expect.poll(() => received(reader, writer)).toEqual(['Сначала']);

  await leaveNetwork(page);
  for (const word of ['раз', 'два', 'три']) await say(page, word);
  await expect(talk(page).getByText('три')).toBeVisible();
  expect(await received(reader, writer)).toEqual(['Сначала']);
  await page.context().setOffline(false);
  await expect.poll(() => received(reader, writer)).toEqual(['Сначала', 'раз', 'два', 'три']);
  for (const word of ['раз', 'два', 'три']) await expect(talk(page).getByText(word, { exact: true })).toHaveCount(1);
});

test('with the tab closed over unsent texts and files, any page of the site sends them on the next visit', {
  tag: LONG,
}, async ({ page, watch }) => {
  watch.allow(NO_NETWORK);
  const [writer, reader] = await two();
  const context = page.context();
  await signIn(context, writer);
  await open(page, `/conversation/${reader.id}`);
  await expect(field(page)).toBeEnabled();
  await leaveNetwork(page);
  await say(page, 'Первое');
  await attach(page, 'лодка.png');
  await expect(
    page
      .getByText('лодка.png')
      .or(page.getByRole('img', { name: /лодка\.png/ }))
      .first(),
  ).toBeVisible();
  await say(page, 'Второе');
  await say(page, 'Третье');
  await expect(talk(page).getByText('Третье')).toBeVisible();
  await page.close();
  await context.setOffline(false);
  expect(await received(reader, writer)).toEqual([]);

  const next = await context.newPage();
  await next.goto('/');
  await expect.poll(() => received(reader, writer)).toEqual(['Первое', 'Второе + лодка.png', 'Третье']);
  await next.reload();
  await waitForHydration(next);
  await open(next, `/conversation/${reader.id}`);
  await expect(talk(next).getByText('Третье')).toHaveCount(1);
  expect(await received(reader, writer)).toHaveLength(3);
});

test('two tabs write at once: one of them sends, both see everything once', { tag: LONG }, async ({ page }) => {
  const [writer, reader] = await two();
  await signIn(page.context(), writer);
  const other = await page.context().newPage();
  const address = `/conversation/${reader.id}`;
  await Promise.all([open(page, address), open(other, address)]);
  const uploads: string[] = [];
  page.context().on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/api/chat/files')) uploads.push(request.url());
  });
  const words = (tab: string) => Array.from({ length: 5 }, (_, at) => `${tab} ${at}`);
  await Promise.all([
    (async () => {
      for (const word of words('слева')) await say(page, word);
    })(),
    (async () => {
      for (const word of words('справа')) await say(other, word);
    })(),
  ]);
  await attach(other, 'карта.png');
  await say(other, 'с картой');
  await expect.poll(async () => (await received(reader, writer)).length).toBe(11);
  const got = await received(reader, writer);
  expect(got.filter((word) => word.startsWith('слева'))).toEqual(words('слева'));
  expect(got.filter((word) => word.startsWith('справа'))).toEqual(words('справа'));
  expect(uploads).toHaveLength(1);
  for (const tab of [page, other]) {
    for (const word of [...words('слева'), ...words('справа')]) {
      await expect(talk(tab).getByText(word, { exact: true })).toHaveCount(1);
    }
  }
});

for (const [name, shift] of [
  ['a day behind', -DAY_MS],
  ['a day ahead', DAY_MS],
] as const) {
  test(`a clock ${name} changes neither the order nor what arrives`, { tag: LONG }, async ({ page, visitor }) => {
    const [writer, reader] = await two();
    const theirs = await visitor();
    await Promise.all([signIn(page.context(), writer), signIn(theirs.context(), reader)]);
    await page.clock.setSystemTime(new Date(Date.now() + shift));
    await Promise.all([open(page, `/conversation/${reader.id}`), open(theirs, `/conversation/${writer.id}`)]);
    for (const at of [1, 2, 3]) {
      await say(page, `вопрос ${at}`);
      await expect(talk(theirs).getByText(`вопрос ${at}`)).toBeVisible();
      await api('PUT', `/api/chat/${writer.id}`, { token: reader.token, json: { content: `ответ ${at}` } });
      await expect(talk(page).getByText(`ответ ${at}`)).toBeVisible();
    }
    const order = [1, 2, 3].flatMap((at) => [`вопрос ${at}`, `ответ ${at}`]);
    for (const tab of [page, theirs]) {
      const shown = await talk(tab)
        .getByText(/^(вопрос|ответ) \d$/)
        .allTextContents();
      expect(shown).toEqual(order);
    }
  });
}

test('a server that goes away in the middle, or whose answer is lost, gets every message and file once', {
  tag: LONG,
}, async ({ page, watch }) => {
  watch.allow(NO_NETWORK);
  const [writer, reader] = await two();
  await signIn(page.context(), writer);
  await open(page, `/conversation/${reader.id}`);
  let uploads = 0;
  await page.route('**/api/chat/files', async (route) => {
    uploads += 1;
    if (uploads === 1) return route.abort('connectionreset');
    // The server accepts the message, but the response is lost.
    if (uploads === 2) {
      await route.fetch();
      return route.abort('connectionreset');
    }
    return route.continue();
  });
  let sends = 0;
  await page.route(`**/api/chat/${reader.id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    sends += 1;
    if (sends % 3 === 1) return route.abort('connectionreset');
    if (sends % 3 === 2) {
      await route.fetch();
      return route.abort('connectionreset');
    }
    return route.continue();
  });
  await attach(page, 'лодка.png');
  await say(page, 'С лодкой');
  await say(page, 'И без');
  await expect.poll(() => received(reader, writer)).toEqual(['С лодкой + лодка.png', 'И без']);
  await expect(talk(page).getByText('И без')).toHaveCount(1);
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await waitForHydration(page);
  await expect(talk(page).getByText('И без')).toHaveCount(1);
  expect(await received(reader, writer)).toHaveLength(2);
});

test('signing out leaves nothing of the unsent behind, and asks before', async ({ page, watch, isMobile }) => {
  watch.allow(NO_NETWORK);
  const [writer, reader] = await two();
  await signIn(page.context(), writer);
  await open(page, `/conversation/${reader.id}`);
  await page.route(`**/api/chat/${reader.id}`, (route) =>
    route.request().method() === 'PUT' ? route.abort('connectionrefused') : route.continue(),
  );
  await say(page, 'Не дойдёт');
  await expect(talk(page).getByText('Не дойдёт')).toBeVisible();
  await open(page, '/');
  await page.getByRole('button', { name: isMobile ? 'Ещё' : /^Меню профиля/ }).click();
  await page.getByRole('button', { name: 'Выйти' }).filter({ visible: true }).click();
  const question = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Выйти' }) });
  await question.getByRole('button', { name: 'Выйти' }).last().click();
  await expect
    .poll(() =>
      page
        .evaluate(
          async () => (await indexedDB.databases()).filter(({ name }) => name?.startsWith('okolo-chat-')).length,
        )
        .catch(() => -1),
    )
    .toBe(0);
});
