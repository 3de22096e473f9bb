import { expect, type Locator, type Page } from '@playwright/test';
import { phonePhoto } from '../../server/test/uploads/corpus.ts';
import { api } from '../support/api.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { LONG, open, test } from '../support/test.ts';

const feedOf = ({ id }: Person): string => `/user/${id}/social`;
const articles = (page: Page): Locator => page.getByRole('feed').getByRole('article');
const shownIds = (page: Page): Promise<number[]> =>
  articles(page).evaluateAll((list) => list.map((one) => Number(one.getAttribute('data-publication'))));

async function publish(author: Person, words: string): Promise<number> {
  const form = new FormData();
  form.append('publish_description', words);
  form.append('publish_content', new Blob([new Uint8Array(await phonePhoto())], { type: 'image/jpeg' }), 'photo.jpg');
  const { publish_id } = await api<{ publish_id: number }>('PUT', '/api/publish/add', { token: author.token, form });
  return publish_id;
}

async function follow(reader: Person, author: Person): Promise<void> {
  const json = { to_id: author.id, subscribe: 1 };
  await api('PUT', '/api/publish/subscribe', { token: reader.token, json });
}

async function authorAndReader(count: number): Promise<{ author: Person; reader: Person; ids: number[] }> {
  const author = await createPerson({ firstname: 'Мария', paid: true });
  const reader = await createPerson({ firstname: 'Анна' });
  await follow(reader, author);
  const ids: number[] = [];
  for (let number = 1; number <= count; number++) ids.unshift(await publish(author, `Причал ${number}`));
  return { author, reader, ids };
}

test('a reader likes a publication and comments on it, and the author sees both', async ({ page, visitor }) => {
  const { author, reader, ids } = await authorAndReader(1);
  const address = `/user/${author.id}/social/${ids[0]}`;
  await signIn(page.context(), reader);
  await open(page, address);
  const like = page.getByRole('button', { name: 'Нравится', exact: true });
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('textbox', { name: 'Ваш комментарий' }).fill('Какой свет!');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('list', { name: 'Комментарии' })).toContainText('Какой свет!');

  const other = await visitor();
  await signIn(other.context(), author);
  await open(other, address);
  await expect(other.getByRole('button', { name: /Кому нравится, 1 лайк/ })).toBeVisible();
  await expect(other.getByRole('list', { name: 'Комментарии' })).toContainText('Какой свет!');
});

test('a guest reads a publication and its comments, and is led to sign in to write', { tag: LONG }, async ({
  page,
}) => {
  const { author, ids } = await authorAndReader(1);
  const address = `/user/${author.id}/social/${ids[0]}`;
  await open(page, address);
  await expect(page.getByRole('article')).toContainText('Причал 1');
  await expect(page.getByText('Чтобы комментировать, войдите на сайт')).toBeVisible();
  const signInLink = page.locator('#comments').getByRole('link', { name: 'Войти' });
  await expect(signInLink).toHaveAttribute('href', `/auth?next=${encodeURIComponent(address)}`);
});

test('the feed shows two, goes on by two, and reopens on another device where its reader stopped', {
  tag: LONG,
}, async ({ page, visitor }) => {
  const { author, reader, ids } = await authorAndReader(7);
  await signIn(page.context(), reader);
  await open(page, feedOf(reader));
  await expect(articles(page).first()).toContainText('Причал 7');
  expect((await shownIds(page)).slice(0, 2)).toEqual(ids.slice(0, 2));
  while ((await articles(page).count()) < 7) {
    const count = await articles(page).count();
    await articles(page).last().scrollIntoViewIfNeeded();
    await expect.poll(() => articles(page).count()).toBeGreaterThan(count);
  }
  expect(await shownIds(page)).toEqual(ids);

  const marked = page.waitForRequest(
    (request) => request.url().endsWith('/api/publish/subscribed/mark') && request.postDataJSON().end === 1,
  );
  await page.getByText('Вы посмотрели всё').scrollIntoViewIfNeeded();
  await (await marked).response();

  const other = await visitor();
  await signIn(other.context(), reader);
  await open(other, feedOf(reader));
  await expect(articles(other).first()).toContainText('Причал 7');
  await expect(other.getByRole('button', { name: 'К началу ленты' })).toHaveCount(0);

  await publish(author, 'Причал 8');
  await open(other, feedOf(reader));
  await expect(other.getByText('Вы остановились здесь')).toBeVisible();
  await expect(articles(other).first()).toContainText('Причал 7');
  const news = other.getByRole('button', { name: /новая публикация/ });
  await expect(news).toHaveText('1 новая публикация');
  await news.click();
  await expect(articles(other).first()).toContainText('Причал 8');
  await expect(news).toHaveCount(0);
});

test('Page Down leads from one publication of the feed to the next', { tag: LONG }, async ({ page }) => {
  const { reader } = await authorAndReader(2);
  await signIn(page.context(), reader);
  await open(page, feedOf(reader));
  await articles(page).first().focus();
  await page.keyboard.press('PageDown');
  await expect(articles(page).nth(1)).toBeFocused();
  await page.keyboard.press('PageUp');
  await expect(articles(page).first()).toBeFocused();
});

test('an author deletes a publication after one question, and the list is without it', { tag: LONG }, async ({
  page,
}) => {
  const { author, ids } = await authorAndReader(2);
  await signIn(page.context(), author);
  await open(page, `${feedOf(author)}?tab=mine`);
  const doomed = articles(page).first();
  await doomed.getByRole('button', { name: 'Действия с вашей публикацией' }).click();
  await page.getByRole('button', { name: 'Удалить' }).click();
  const question = page.getByRole('dialog', { name: 'Вы уверенны что хотите удалить публикацию?' });
  await expect(question.getByRole('button', { name: 'Отмена' })).toBeFocused();
  await question.getByRole('button', { name: 'Удалить' }).click();
  await expect(articles(page)).toHaveCount(1);
  expect(await shownIds(page)).toEqual(ids.slice(1));
});

test('a tag leads to everything that carries it', { tag: LONG }, async ({ page }) => {
  const author = await createPerson({ firstname: 'Мария', paid: true });
  const tag = `причал${author.id}`;
  await publish(author, `Утро на реке #${tag}`);
  await signIn(page.context(), author);
  await open(page, `${feedOf(author)}?tab=mine`);
  await articles(page)
    .first()
    .getByRole('link', { name: `#${tag}` })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: `#${tag}` })).toBeVisible();
  await expect(articles(page)).toHaveCount(1);
});
