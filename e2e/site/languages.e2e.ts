import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGE_NAMES, LANGUAGES, type Lang } from '@app/contract/platform/languages';
import { expect, type Page } from '@playwright/test';
import { SCREENS, test } from '../screens/screens.ts';
import { clippedTexts, overhang } from '../support/inspect.ts';
import { LONG, open, PHONE_ONLY, waitForHydration } from '../support/test.ts';

const CATALOGUES = path.resolve(import.meta.dirname, '../../contract/locales');

function textOf(lang: Lang, key: string): string {
  const [domain = '', name = ''] = [key.slice(0, key.indexOf('.')), key.slice(key.indexOf('.') + 1)];
  const texts: Record<string, string> = JSON.parse(readFileSync(path.join(CATALOGUES, lang, `${domain}.json`), 'utf8'));
  return texts[name] ?? `no text ${key}`;
}

const HEADINGS: Record<string, { key: string; hasPeoplesWords?: boolean }> = {
  list: { key: 'ads.list.heading', hasPeoplesWords: true },
  'list-nothing-found': { key: 'ads.list.empty.title', hasPeoplesWords: true },
  ad: { key: 'ad-page.phone.signIn', hasPeoplesWords: true },
  'ad-gone': { key: 'ad-page.gone.title', hasPeoplesWords: true },
  missing: { key: 'frame.notFound.title' },
  auth: { key: 'auth.login.title' },
  recovery: { key: 'auth.recovery.title' },
  'register-policy': { key: 'registration.policy.title' },
  'register-form': { key: 'registration.form.title' },
  'register-company': { key: 'registration.form.bank' },
  registration: { key: 'registration.pre.title' },
  activation: { key: 'auth.activation.title' },
  friend: { key: 'registration.invite.ads', hasPeoplesWords: true },
  subscription: { key: 'payments.modal.title', hasPeoplesWords: true },
  payed: { key: 'payments.unpaid.title', hasPeoplesWords: true },
  'payed-guest': { key: 'payments.signedOut.title' },
  password: { key: 'settings.section.password', hasPeoplesWords: true },
  'ad-new': { key: 'ad-form.new.title', hasPeoplesWords: true },
  'ad-edit': { key: 'ad-form.edit.title', hasPeoplesWords: true },
  'circle-empty': { key: 'circle.title' },
  'person-gone': { key: 'person.gone.title' },
  profile: { key: 'settings.section.privacy' },
  'settings-pending': { key: 'settings.group.contacts' },
  privacy: { key: 'privacy.see' },
  security: { key: 'security.totp.title' },
  'second-step': { key: 'auth.second.title' },
  'notification-settings': { key: 'bell-settings.topics' },
  data: { key: 'data.export.title' },
  'invitations-empty': { key: 'invitations.share.link' },
  'feed-empty': { key: 'posts.feed.empty', hasPeoplesWords: true },
  'post-video': { key: 'posts.tab.posts', hasPeoplesWords: true },
  'post-missing': { key: 'posts.missing.title' },
  'post-search-nothing': { key: 'posts.search.none' },
  'post-new': { key: 'make-post.text' },
  'post-drafts-empty': { key: 'make-post.drafts.none' },
  'collection-empty': { key: 'collections.empty.title' },
  'music-search-nothing': { key: 'music.search.none' },
  'playlist-new': { key: 'music.playlist.new' },
  'hidden-words': { key: 'privacy.words.title', hasPeoplesWords: true },
  'document-policy': { key: 'frame.document.print', hasPeoplesWords: true },
  'document-contacts': { key: 'frame.document.print', hasPeoplesWords: true },
};

async function switchTo(page: Page, lang: Lang): Promise<void> {
  const flag = page.locator('header [popovertarget="language-menu"]');
  if (await flag.isVisible()) {
    await flag.click();
    await page.locator('#language-menu').getByRole('button', { name: LANGUAGE_NAMES[lang] }).click();
  } else {
    // Pages without a language menu in the header have one in the footer.
    await page.locator('select:has(option[value="ko"])').filter({ visible: true }).first().selectOption(lang);
  }
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
}

const NAMES = /Мила|Павла|Прохор|Проверкина|Анна|Игоревна|Лебедева|(?<![а-яё])(МП|ПП)(?![а-яё])/gi;

async function words(page: Page): Promise<string> {
  const text = (await page.locator('body').innerText()).replaceAll(NAMES, '');
  return Object.values(LANGUAGE_NAMES).reduce((rest, name) => rest.replaceAll(name, ''), text);
}

const KEYS =
  /\b(frame|ads|auth|registration|payments|errors|reference|ad-form|ad-page|ad-filters|settings|circle|person|privacy|security|data|invitations|bell-settings|notifications|posts|make-post|collections|music)\.[a-z]+(\.|\b)/;

/** Long words overflow first on phones; wide screens test one page of each kind. */
const WIDE = ['list', 'ad', 'auth', 'register-form', 'ad-new', 'privacy', 'post-new', 'playlist'];
/** One page for guests and one with a form; `npm run test:all` tests the others too. */
const ALWAYS = ['list', 'ad-new'];

const tagsOf = (name: string): string[] => [
  ...(WIDE.includes(name) ? [] : [PHONE_ONLY]),
  ...(ALWAYS.includes(name) ? [] : [LONG]),
];

for (const screen of SCREENS.filter(({ name }) => name in HEADINGS)) {
  const title = `${screen.name} switches between seven languages in place and keeps what was typed`;
  test(title, { tag: tagsOf(screen.name) }, async ({ page, show }) => {
    const { key, hasPeoplesWords } = HEADINGS[screen.name] ?? { key: '' };
    await show(screen);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const main = page.getByRole('main');
    const fields = main.getByRole('textbox').or(main.locator('input[type=search]'));
    const field = fields.and(main.locator(':not([type=time], [readonly])')).filter({ visible: true }).first();
    const hasField = (await field.count()) > 0;
    const typed = screen.name === 'activation' ? '7' : 'Wx7';
    if (hasField) await field.fill(typed);

    for (const lang of [...LANGUAGES.slice(1), LANGUAGES[0]]) {
      await switchTo(page, lang);
      await expect(page.getByText(textOf(lang, key)).filter({ visible: true }).first()).toBeAttached();
      if (hasField) await expect(field).toHaveValue(typed);
      // Localized names come from the server later; an open toast keeps its language until it closes.
      if (!hasPeoplesWords && lang !== 'ru') await expect.poll(() => words(page), lang).not.toMatch(/[а-яё]{2}/i);
      expect(await words(page), lang).not.toMatch(KEYS);
      expect(await overhang(page), `sideways scroll in ${lang}`).toBe(0);
      expect(await clippedTexts(page), `clipped texts in ${lang}`).toEqual([]);
    }
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  });
}

test('the language follows the browser, then the choice, on every page from the first byte', async ({ visitor }) => {
  const page = await visitor({ locale: 'de-AT' });
  await open(page, '/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await switchTo(page, 'fr');
  await page.goto('/auth');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBe('fr');
  const html = await (await page.request.get('/policy')).text();
  expect(html).toContain('<html lang="fr"');
  const stranger = await visitor({ locale: 'ja-JP' });
  await open(stranger, '/');
  await expect(stranger.locator('html')).toHaveAttribute('lang', 'ru');
});

test('a guest chooses light or dark, the choice stays, and without one the system decides', { tag: LONG }, async ({
  page,
}) => {
  const scheme = (): Promise<string | null> => page.locator('html').getAttribute('data-mantine-color-scheme');
  const background = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await open(page, '/auth');
  const theme = page.getByRole('combobox', { name: 'Тема' }).first();
  expect(await scheme()).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(scheme).toBe('dark');
  await theme.selectOption('light');
  await expect.poll(scheme).toBe('light');
  await page.emulateMedia({ colorScheme: 'light' });
  await theme.selectOption('dark');
  await expect.poll(background).toBe('rgb(19, 24, 22)');

  // The first paint of the next page must be dark: the scheme is set before the body is parsed.
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      Object.assign(window, { schemeAtFirst: document.documentElement.dataset.mantineColorScheme });
    });
  });
  await page.goto('/');
  expect(await page.evaluate(() => (window as { schemeAtFirst?: string }).schemeAtFirst)).toBe('dark');
  await waitForHydration(page);
  expect(await scheme()).toBe('dark');
});
