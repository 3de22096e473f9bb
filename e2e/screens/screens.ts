import { expect, type Page } from '@playwright/test';
import { openFilters } from '../market/ad-pages.ts';
import { api } from '../support/api.ts';
import { createPerson, freshLogin, freshPhone, type Person, signIn } from '../support/people.ts';
import { test as base, waitForHydration, waitUntilHydrated } from '../support/test.ts';
import { ACCOUNT_SCREENS } from './account-screens.ts';
import { ADMIN_PEOPLE_SCREENS } from './admin-people-screens.ts';
import { ADMIN_SCREENS } from './admin-screens.ts';
import { CHAT_SCREENS } from './chat-screens.ts';
import { CHAT_VIEW_SCREENS } from './chat-view-screens.ts';
import { KIND_SCREENS } from './kind-screens.ts';
import { MEETING_SCREENS } from './meeting-screens.ts';
import { MODERATION_SCREENS } from './moderation-screens.ts';
import { MONEY_SCREENS } from './money-screens.ts';
import { OPERATIONS_SCREENS } from './operations-screens.ts';
import { PERSON_SCREENS } from './person-screens.ts';
import { PUBLICATION_SCREENS } from './publication-screens.ts';
import { RULES_SCREENS } from './rules-screens.ts';

export interface Stage {
  member: Person;
  subscriber: Person;
  ad: number;
  archivedAd: number;
  /** A user whose verification code is not confirmed yet. */
  newcomer: number;
  /** A demo seller with many ads, comments, favorites and notifications. */
  anna: Pick<Person, 'id' | 'login' | 'password'>;
  annas: Record<string, number>;
  friend: number;
}

export interface Screen {
  name: string;
  /** Who views the screen: a user of the stage or one created for it. */
  as?: 'member' | 'subscriber' | 'anna' | (() => Promise<Person>);
  address: string | ((stage: Stage) => string | Promise<string>);
  permissions?: string[];
  /** What brings it on, once the page is alive. */
  prepare?: (page: Page, isPhone: boolean) => Promise<void>;
  /** A phone has another way to it: there it is loaded and brought on anew. */
  differsOnPhone?: boolean;
  /** A page of the server's own, outside the site. */
  isPlain?: boolean;
  /** Only `npm run test:all` sweeps it: a further state of another screen of this list, or a page made of the same parts. */
  isVariant?: boolean;
  allow?: RegExp;
}

async function waitForMap(page: Page): Promise<void> {
  await expect(page.getByRole('group', { name: /^Карта объявлений/ })).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('button', { name: /Показать ближе$/ }).first()).toBeVisible();
}

async function publishAd({ token }: Person, title: string, category = ''): Promise<number> {
  const form = new FormData();
  form.set('board_title', title);
  form.set('board_description', 'Почти новый, забирать в Казани.\nПокажу вечером.');
  form.set('board_price', '3500');
  form.set('category', category);
  const { board_id } = await api<{ board_id: number }>('PUT', '/api/boards', { token, form });
  return board_id;
}

async function findCategory(name: string): Promise<string> {
  const { categories } = await api<{ categories: { id: number; name_native: string }[] }>('GET', '/api/categories');
  const found = categories.find(({ name_native }) => name_native === name);
  if (found === undefined) throw new Error(`There is no category ${name}`);
  return String(found.id);
}

async function registerNewcomer(): Promise<number> {
  const login = freshLogin();
  const form = new FormData();
  const fields = {
    user_firstname: 'Нона',
    user_lastname: 'Новенькая',
    user_phone: freshPhone(),
    user_country_code: '7',
    user_login: login,
    user_email: `${login}@example.com`,
    user_password: 'тёплый-вечер-5',
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const { user_id } = await api<{ user_id: number }>('POST', '/api/signup', { form });
  return user_id;
}

async function meetAnna(): Promise<Pick<Stage, 'anna' | 'annas' | 'friend'>> {
  const account = { login: 'anna', password: 'okolo-demo-1' };
  const { user_id, token } = await api<{ user_id: number; token: string }>('POST', '/api/auth', { json: account });
  const { boards } = await api<{ boards: { board_id: number; board_state: string }[] }>('GET', '/api/boards?size=100', {
    token,
  });
  const annas = Object.fromEntries(boards.map(({ board_id, board_state }) => [board_state, board_id]));
  const { list } = await api<{ list: { id: number }[] }>('GET', '/api/users/friends', { token });
  return { anna: { id: user_id, ...account }, annas, friend: list[0]?.id ?? 0 };
}

async function setStage(): Promise<Stage> {
  const [member, subscriber, newcomer] = [
    await createPerson({ firstname: 'Мила' }),
    await createPerson({ firstname: 'Павла', paid: true }),
    await registerNewcomer(),
  ];
  const ad = await publishAd(subscriber, 'Самокат с корзиной');
  // The page of an ad that is gone shows the newest of its category: here those of the demo data, whose photos stay.
  const archivedAd = await publishAd(subscriber, 'Лежанка для кота', await findCategory('Животные'));
  await api('DELETE', `/api/board?board_id=${archivedAd}`, { token: subscriber.token });
  return { member, subscriber, ad, archivedAd, newcomer, ...(await meetAnna()) };
}

interface ScreenFixtures {
  show: (screen: Screen) => Promise<void>;
}

export const test = base.extend<ScreenFixtures, { stage: Stage }>({
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from the pattern
    async ({}, use) => use(await setStage()),
    { scope: 'worker' },
  ],
  show: async ({ page, stage, watch, isMobile }, use) => {
    await use(async ({ as, address, prepare, isPlain, allow, permissions }) => {
      if (allow) watch.allow(allow);
      if (as) await signIn(page.context(), typeof as === 'string' ? stage[as] : await as());
      if (permissions) await page.context().grantPermissions(permissions);
      await page.goto(typeof address === 'string' ? address : await address(stage));
      if (!isPlain) await waitForHydration(page);
      await prepare?.(page, isMobile);
    });
  },
});

/** Load a screen that is shown already once more, and bring it on as a phone does. */
export async function prepareOnPhone(page: Page, { prepare }: Screen): Promise<void> {
  await page.reload();
  await waitForHydration(page);
  await prepare?.(page, true);
}

const acceptPolicy = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Принимаю', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Расскажите о себе' })).toBeVisible();
};

const openOffer = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Разместить', exact: true }).filter({ visible: true }).first().click();
  await expect(page.getByRole('radio').first()).toBeVisible();
};

/** The row or the drawer of further filters, with what the category is asked for. */
const openMoreFilters = async (page: Page, isPhone: boolean): Promise<void> => {
  // Tall enough that the drawer need not scroll: axe takes fields that are scrolled out for something over its button.
  if (isPhone) await page.setViewportSize({ width: 390, height: 2600 });
  await openFilters(page, isPhone);
  await expect(page.getByRole('group', { name: 'Состояние' })).toBeVisible();
};

const typePlace = async (page: Page, isPhone: boolean): Promise<void> => {
  await openFilters(page, isPhone);
  await page.getByRole('combobox', { name: 'Где' }).fill('нов');
  await expect(page.getByRole('option').filter({ hasText: 'Новосибирск' })).toBeVisible();
};

const chooseCategory = async (page: Page): Promise<void> => {
  await page.getByRole('combobox', { name: 'Категория', exact: true }).click();
  await page.getByRole('option', { name: 'Недвижимость', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Характеристики' })).toBeVisible();
};

const openTalk = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^Ответить, / })
    .first()
    .click();
  await page.getByRole('button', { name: 'Пожаловаться на объявление' }).click();
  await expect(page.getByRole('button', { name: 'Отправить жалобу' })).toBeVisible();
};

const openStats = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^Действия: / })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Статистика' }).click();
  await expect(page.getByRole('img', { name: /^Просмотры по дням/ })).toBeVisible();
};

/** On phones the bell leads to the page, which is a screen of its own. */
const openBell = async (page: Page, isPhone: boolean): Promise<void> => {
  if (isPhone) return;
  await page
    .getByRole('button', { name: /^Уведомления, / })
    .filter({ visible: true })
    .click();
  await expect(
    page
      .getByRole('dialog', { name: /^Уведомления/ })
      .getByRole('link')
      .first(),
  ).toBeVisible();
};

const openPersonMenu = async (page: Page): Promise<void> => {
  const button = page.getByRole('button', { name: /^Действия: / }).first();
  await waitUntilHydrated(button);
  await button.click();
  await expect(
    page
      .getByRole('button', { name: 'Заблокировать' })
      .or(page.getByRole('menuitem', { name: 'Заблокировать' }))
      .first(),
  ).toBeVisible();
};

const DOCUMENTS = [
  'requisites',
  'policy',
  'policy-business',
  'mobile-policy',
  'mobile-terms',
  'agreement',
  'consent',
  'contacts',
  'recommendations-rules',
  'large-pages',
];

export const SCREENS: readonly Screen[] = [
  { name: 'list', address: '/' },
  { name: 'list-filtered', isVariant: true, address: '/?category=1&country=1' },
  {
    name: 'list-filters',
    isVariant: true,
    address: '/?category=2&country=1',
    prepare: openMoreFilters,
    differsOnPhone: true,
  },
  {
    name: 'list-circle-filters',
    isVariant: true,
    as: 'member',
    address: '/?category=2&country=1&circle=1&friends_of_friends=1',
    prepare: openMoreFilters,
    differsOnPhone: true,
  },
  { name: 'list-place', isVariant: true, address: '/', prepare: typePlace, differsOnPhone: true },
  { name: 'list-map', isVariant: true, address: '/?view=map', prepare: waitForMap },
  { name: 'list-nothing-found', isVariant: true, address: '/?search=щщщъъъ' },
  { name: 'list-relax', isVariant: true, as: 'member', address: '/?search=велосепед&category=2&photo=1&price_to=1' },
  { name: 'ad', address: '/ad/1' },
  { name: 'ad-talk', isVariant: true, as: 'member', address: '/ad/2', prepare: openTalk },
  { name: 'ad-sold', isVariant: true, as: 'member', address: ({ annas }) => `/ad/${annas.sold}` },
  { name: 'ad-held', isVariant: true, as: 'anna', address: ({ annas }) => `/ad/${annas.review}` },
  {
    name: 'ad-gone',
    isVariant: true,
    address: ({ archivedAd }) => `/ad/${archivedAd}`,
    allow: /the server responded with a status of 410/,
  },
  { name: 'missing', isVariant: true, address: '/no-such-page', allow: /the server responded with a status of 404/ },
  {
    name: 'language-menu',
    isVariant: true,
    address: '/',
    prepare: (page) => page.getByRole('button', { name: 'Язык: Русский' }).click(),
  },
  {
    name: 'user-menu',
    isVariant: true,
    as: 'member',
    address: '/',
    prepare: (page, isPhone) => page.getByRole('button', { name: isPhone ? 'Ещё' : /^Меню профиля/ }).click(),
    differsOnPhone: true,
  },
  { name: 'auth', address: '/auth' },
  { name: 'recovery', isVariant: true, address: '/recovery' },
  { name: 'register-policy', isVariant: true, address: '/register' },
  { name: 'register-form', isVariant: true, address: '/register', prepare: acceptPolicy },
  {
    name: 'register-company',
    isVariant: true,
    address: '/register',
    prepare: async (page) => {
      await acceptPolicy(page);
      await page.getByText('Компания', { exact: true }).click();
      await page.getByRole('button', { name: 'Зарегистрироваться' }).click();
      await expect(page.getByText('Необходимо указать Ваше имя')).toBeVisible();
    },
  },
  { name: 'registration', isVariant: true, address: '/registration' },
  { name: 'registration-friend', isVariant: true, address: '/registration?friend_id=2' },
  { name: 'activation', isVariant: true, address: ({ newcomer }) => `/activation/${newcomer}` },
  { name: 'friend', isVariant: true, address: '/friend?friend_id=2' },
  { name: 'subscription-modal', isVariant: true, as: 'member', address: '/', prepare: openOffer },
  { name: 'subscription', isVariant: true, as: 'member', address: ({ member }) => `/subscribe/pay/${member.id}` },
  {
    name: 'payed',
    isVariant: true,
    as: 'member',
    address: ({ member }) => `/subscribe/payed/${member.id}`,
    prepare: (page) => expect(page.getByRole('heading', { name: 'Оплата не прошла' })).toBeVisible(),
  },
  { name: 'payed-guest', isVariant: true, address: '/subscribe/payed/2' },
  { name: 'password', isVariant: true, as: 'member', address: '/profile/password' },
  { name: 'notifications', isVariant: true, as: 'subscriber', address: '/notifications' },
  { name: 'own-site', isVariant: true, as: 'subscriber', address: '/profile/site' },
  { name: 'my-ads', isVariant: true, as: 'subscriber', address: '/ads' },
  { name: 'my-favourites', isVariant: true, as: 'subscriber', address: '/ads?tab=favourite' },
  { name: 'my-archive', isVariant: true, as: 'subscriber', address: '/ads?tab=archive' },
  { name: 'person-ads', isVariant: true, address: ({ member }) => `/user/${member.id}/ads` },
  { name: 'own-site-full', isVariant: true, as: 'anna', address: '/profile/site' },
  { name: 'my-ads-full', isVariant: true, as: 'anna', address: '/ads' },
  { name: 'my-favourites-full', isVariant: true, as: 'anna', address: '/ads?tab=favourite' },
  { name: 'my-archive-full', isVariant: true, as: 'anna', address: '/ads?tab=archive' },
  { name: 'my-ads-stats', isVariant: true, as: 'anna', address: '/ads', prepare: openStats },
  { name: 'person-ads-full', isVariant: true, as: 'member', address: ({ anna }) => `/user/${anna.id}/ads` },
  { name: 'person-reviews', isVariant: true, as: 'member', address: ({ anna }) => `/user/${anna.id}/reviews` },
  { name: 'person-reviews-empty', isVariant: true, address: ({ member }) => `/user/${member.id}/reviews` },
  { name: 'bell', isVariant: true, as: 'anna', address: '/searches', prepare: openBell, differsOnPhone: true },
  { name: 'circle', isVariant: true, as: 'anna', address: '/circle' },
  { name: 'circle-fams', isVariant: true, as: 'anna', address: '/circle?tab=fams' },
  { name: 'circle-requests', isVariant: true, as: 'anna', address: '/circle?tab=requests' },
  { name: 'circle-empty', isVariant: true, as: 'member', address: '/circle' },
  {
    name: 'circle-menu',
    isVariant: true,
    as: 'anna',
    address: '/circle',
    prepare: openPersonMenu,
    differsOnPhone: true,
  },
  { name: 'person', address: ({ anna }) => `/user/${anna.id}` },
  { name: 'person-signed-in', isVariant: true, as: 'member', address: ({ anna }) => `/user/${anna.id}` },
  {
    name: 'person-menu',
    isVariant: true,
    as: 'member',
    address: ({ anna }) => `/user/${anna.id}`,
    prepare: openPersonMenu,
  },
  { name: 'person-own', isVariant: true, as: 'anna', address: ({ anna }) => `/user/${anna.id}` },
  { name: 'person-empty', isVariant: true, as: 'subscriber', address: ({ member }) => `/user/${member.id}` },
  {
    name: 'person-missing',
    isVariant: true,
    address: '/user/999999',
    allow: /the server responded with a status of 404/,
  },
  { name: 'profile', isVariant: true, as: 'anna', address: '/profile' },
  { name: 'settings', isVariant: true, as: 'anna', address: '/profile/settings' },
  { name: 'privacy', isVariant: true, as: 'anna', address: '/profile/privacy' },
  { name: 'security', isVariant: true, as: 'anna', address: '/profile/security' },
  { name: 'notification-settings', isVariant: true, as: 'anna', address: '/profile/notifications' },
  { name: 'data', isVariant: true, as: 'anna', address: '/profile/data' },
  { name: 'invitations', isVariant: true, as: 'anna', address: ({ anna }) => `/user/invite_history/${anna.id}` },
  ...ACCOUNT_SCREENS,
  ...PERSON_SCREENS,
  ...ADMIN_SCREENS,
  ...CHAT_SCREENS,
  ...KIND_SCREENS,
  ...MODERATION_SCREENS,
  ...OPERATIONS_SCREENS,
  ...RULES_SCREENS,
  ...MEETING_SCREENS,
  ...MONEY_SCREENS,
  ...ADMIN_PEOPLE_SCREENS,
  ...PUBLICATION_SCREENS,
  { name: 'searches', isVariant: true, as: 'anna', address: '/searches' },
  { name: 'unsubscribe', isVariant: true, address: '/unsubscribe?token=s.1' },
  { name: 'complaints', isVariant: true, as: 'anna', address: '/profile/complaints' },
  {
    name: 'feedback',
    isVariant: true,
    as: 'member',
    address: '/contacts',
    prepare: (page) => expect(page.getByRole('textbox', { name: 'Сообщение' })).toBeVisible(),
  },
  { name: 'ad-new', isVariant: true, as: 'subscriber', address: '/add' },
  { name: 'ad-new-attributes', isVariant: true, as: 'subscriber', address: '/add', prepare: chooseCategory },
  { name: 'ad-own', as: 'subscriber', address: ({ ad }) => `/ad/${ad}` },
  { name: 'ad-edit', isVariant: true, as: 'subscriber', address: ({ ad }) => `/ad/${ad}/edit` },
  {
    name: 'ad-menu',
    isVariant: true,
    as: 'subscriber',
    address: ({ ad }) => `/ad/${ad}`,
    prepare: (page) => page.getByRole('button', { name: /^Действия: / }).click(),
  },
  ...CHAT_VIEW_SCREENS,
  ...DOCUMENTS.map((name) => ({ name: `document-${name}`, address: `/${name}`, isVariant: name !== 'policy' })),
  { name: 'sandbox', isVariant: true, address: ({ member }) => `/mobile/pay/${member.id}`, isPlain: true },
  { name: 'outbox', isVariant: true, address: '/dev/outbox', isPlain: true },
];
