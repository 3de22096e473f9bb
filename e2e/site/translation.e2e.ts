import { expect, type Locator, type Page } from '@playwright/test';
import { api } from '../support/api.ts';
import { befriend, sendMessage } from '../support/chats.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { LONG, open, PHONE_TOO, test } from '../support/test.ts';

/** Models of the browser itself: a detector that is there, and translators that are downloaded first. */
function installModels(): void {
  const isGerman = (text: string): boolean => /\b(und|ist|ich)\b/i.test(text);
  Object.assign(window, {
    LanguageDetector: {
      availability: async () => 'available',
      create: async () => ({
        detect: async (text: string) => [{ detectedLanguage: isGerman(text) ? 'de' : 'ru', confidence: 0.98 }],
      }),
    },
    Translator: {
      availability: async () => 'downloadable',
      create: async ({ monitor }: { monitor: (target: EventTarget) => void }) => {
        const target = new EventTarget();
        monitor(target);
        target.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded: 0.5 }));
        return { translate: async (text: string) => `По-русски: ${text.length} букв` };
      },
    },
  });
}

function removeModels(): void {
  Reflect.deleteProperty(window, 'Translator');
  Reflect.deleteProperty(window, 'LanguageDetector');
}

/** Addresses of requests that leave the product. */
function watchForeignRequests(page: Page, baseURL: string | undefined): string[] {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (/^https?:/.test(url) && new URL(url).origin !== new URL(baseURL ?? '').origin) foreign.push(url);
  });
  return foreign;
}

const WORDS = {
  title: 'Fahrrad und Helm für Kinder',
  description: 'Das Rad ist fast neu.\n\nDer Helm ist dabei und kostet nichts extra.',
  comment: 'Ist das Rad noch da und wo kann ich es ansehen?',
  publication: 'Heute war ich am Fluss und es ist wunderbar gewesen #kasan',
  reply: 'Das ist ein schönes Bild und ich möchte auch hin',
  message: 'Ich komme morgen um acht und bringe das Geld mit',
};

async function publish(author: Person): Promise<{ adId: number; publishId: number }> {
  const ad = new FormData();
  ad.set('board_title', WORDS.title);
  ad.set('board_description', WORDS.description);
  ad.set('board_price', '4500');
  const { board_id } = await api<{ board_id: number }>('PUT', '/api/boards', { token: author.token, form: ad });
  const { publish_id } = await api<{ publish_id: number }>('PUT', '/api/publish/text', {
    token: author.token,
    json: { publish_description: WORDS.publication },
  });
  return { adId: board_id, publishId: publish_id };
}

const offer = (within: Locator): Locator => within.getByRole('button', { name: 'Перевести' });

async function translate(within: Locator): Promise<void> {
  await offer(within).focus();
  await offer(within).press('Enter');
  await expect(within.getByRole('status').filter({ hasText: 'Переведено с немецкого' })).toBeVisible();
  await expect(within.getByRole('button', { name: 'Показать оригинал' })).toBeFocused();
}

test('texts of others in another language are translated by the browser, and nothing leaves it', {
  tag: [PHONE_TOO, LONG],
}, async ({ page, visitor, baseURL, picture }) => {
  const author = await createPerson({ paid: true, firstname: 'Грета' });
  const reader = await createPerson({ paid: true });
  const { adId, publishId } = await publish(author);
  await befriend(author, reader);
  await sendMessage(author, reader, WORDS.message);
  await api('PUT', '/api/comments', { token: author.token, json: { board_id: adId, message: WORDS.comment } });
  await api('PUT', '/api/publish/comment/add', {
    token: author.token,
    json: { publish_id: publishId, message: WORDS.reply },
  });
  await page.addInitScript(installModels);
  await signIn(page.context(), reader);
  const foreign = watchForeignRequests(page, baseURL);

  await open(page, `/ad/${adId}`);
  const title = page.getByRole('heading', { level: 1 });
  const text = page.locator('main').filter({ has: title });
  await expect(title).toHaveAttribute('lang', 'de');
  await offer(text).first().press('Enter');
  await expect(title).toHaveText(`По-русски: ${WORDS.title.length} букв`);
  await expect(title).toHaveAttribute('lang', 'ru');
  await expect(page.getByText('Переведено с немецкого').first()).toBeVisible();
  await picture('translated-ad');
  await page.getByRole('button', { name: 'Показать оригинал' }).first().press('Enter');
  await expect(title).toHaveText(WORDS.title);
  const comment = page.locator('[id^="comment-"]').filter({ hasText: 'Грета' });
  await comment.scrollIntoViewIfNeeded();
  await translate(comment);
  await expect(comment.getByText(`По-русски: ${WORDS.comment.length} букв`)).toBeVisible();

  await open(page, `/user/${author.id}/social/${publishId}`);
  const publication = page.getByRole('article').filter({ hasText: 'Грета' }).first();
  await offer(publication).first().press('Enter');
  await expect(publication.getByText(`По-русски: ${WORDS.publication.length} букв`)).toBeVisible();
  const reply = page.locator('[id^="comment-"]').filter({ hasText: 'Грета' });
  await reply.scrollIntoViewIfNeeded();
  await translate(reply);
  await expect(reply.getByText(`По-русски: ${WORDS.reply.length} букв`)).toBeVisible();

  await open(page, `/conversation/${author.id}`);
  const message = page.getByRole('log', { name: 'Сообщения' }).getByRole('article').first();
  await translate(message);
  await expect(message.getByText(`По-русски: ${WORDS.message.length} букв`)).toBeVisible();
  await picture('translated-message');
  expect(foreign).toEqual([]);

  const plain = await visitor();
  await plain.addInitScript(removeModels);
  const asked: string[] = [];
  plain.on('request', (request) => asked.push(request.url()));
  await open(plain, `/ad/${adId}`);
  await plain.waitForLoadState('networkidle');
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText(WORDS.title);
  await expect(plain.getByRole('button', { name: 'Перевести' })).toHaveCount(0);
  expect(asked.filter((url) => /translation/.test(url))).toEqual([]);
});
