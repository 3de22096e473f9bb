import { expect, type Locator, type Page } from '@playwright/test';
import { latestCode, listEmails, waitForEmail } from '../support/emails.ts';
import { createPerson, freshLogin, freshPhone, signIn } from '../support/people.ts';
import { delayScripts, LONG, open, PHONE_TOO, test, waitForHydration, waitUntilHydrated } from '../support/test.ts';

// Not tried in the headless shell yet.
test.use({ wholeBrowser: true });

const PASSWORD = 'тёплый-вечер-5';

const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('alert').or(page.getByRole('status')).getByText(text);
const field = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name, exact: true }).or(page.getByRole('combobox', { name, exact: true }));
const password = (page: Page): Locator => page.getByLabel(/^Пароль/);
const repeat = (page: Page): Locator => page.getByLabel(/^Повторите пароль/);

function callsOf(page: Page, path: string): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.push(request.method());
  });
  return calls;
}

async function openForm(page: Page, address = '/register'): Promise<void> {
  await open(page, address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Политика данных');
  await page.getByRole('button', { name: 'Принимаю', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Расскажите о себе');
}

interface Newcomer {
  login: string;
  email: string;
}

async function fillForm(page: Page): Promise<Newcomer> {
  const login = freshLogin();
  const email = `${login}@example.com`;
  await field(page, 'Имя').fill('Ника');
  await field(page, 'Фамилия').fill('Новосёлова');
  await field(page, 'Электронная почта').fill(email);
  await field(page, 'Телефон').fill(freshPhone());
  await field(page, 'Логин').fill(login);
  await password(page).fill(PASSWORD);
  await repeat(page).fill(PASSWORD);
  await page.getByRole('checkbox', { name: 'Даю согласие на обработку персональных данных' }).check();
  return { login, email };
}

const submitForm = (page: Page): Promise<void> => page.getByRole('button', { name: 'Зарегистрироваться' }).click();

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Цифра 1' }).click();
  await page.keyboard.type(code);
}

async function enter(page: Page, login: string, secret: string): Promise<void> {
  await field(page, 'Логин').fill(login);
  await password(page).fill(secret);
  await password(page).press('Enter');
}

async function expectSignedIn(page: Page, name: string, isMobile: boolean): Promise<void> {
  await expect(page.getByRole('button', { name: isMobile ? 'Ещё' : `Меню профиля, ${name}` })).toBeVisible();
  if (isMobile) {
    await page.getByRole('button', { name: 'Ещё' }).click();
    await expect(page.getByText(name, { exact: true }).last()).toBeVisible();
    await page.keyboard.press('Escape');
  }
}

async function signOut(page: Page, isMobile: boolean): Promise<void> {
  await waitForHydration(page);
  await page.getByRole('button', { name: isMobile ? 'Ещё' : /^Меню профиля/ }).click();
  await (await waitUntilHydrated(page.getByRole('button', { name: 'Выйти' }).filter({ visible: true }))).click();
  await expect(page.getByRole('link', { name: 'Войти' }).filter({ visible: true }).first()).toBeVisible();
}

test('who does not accept the policy goes home and is asked nothing', async ({ page }) => {
  await open(page, '/register');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Полный текст' })).toHaveAttribute('href', '/policy');
  await page.getByRole('button', { name: 'Не принимаю' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('the registration form says what is wrong with every field and sends nothing until it is right', {
  tag: LONG,
}, async ({ page }) => {
  const calls = callsOf(page, '/api/signup');
  await openForm(page);
  await submitForm(page);
  await expect(toast(page, 'Проверьте введенные данные!')).toBeVisible();
  for (const text of [
    'Необходимо указать Ваше имя',
    'Необходимо указать Вашу фамилию',
    'Необходимо указать адрес электронной почты',
    'Необходимо указать телефон',
    'Необходимо указать логин',
    'Необходимо задать пароль',
    'Без согласия зарегистрироваться нельзя',
  ]) {
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  }
  await expect(field(page, 'Имя')).toBeFocused();

  const refusals: [Locator, string, string][] = [
    [field(page, 'Электронная почта'), 'не-почта', 'Укажите корректный адрес электронной почты'],
    [field(page, 'Телефон'), '12345', 'Минимум 6 цифр'],
    [field(page, 'Телефон'), 'пять', 'Пожалуйста, используйте только цифры'],
    [field(page, 'Логин'), 'ab', 'Минимум 3 символа'],
    [password(page), '12345', 'Минимум 6 символов'],
    [repeat(page), 'другой', 'Ваши пароли не совпадают'],
  ];
  for (const [input, value, text] of refusals) {
    await input.fill(value);
    await input.blur();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(input).toHaveAttribute('aria-invalid', 'true');
  }
  await submitForm(page);
  await expect(field(page, 'Имя')).toBeFocused();
  expect(calls).toEqual([]);
});

test('a sign-in sent before the scripts have come is done by them, and no address has the password', async ({
  page,
  isMobile,
}) => {
  const { login, password: secret, firstname, lastname } = await createPerson();
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const release = await delayScripts(page);
  await page.goto('/auth', { waitUntil: 'commit' });
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill(secret);
  await page.locator('input[name=password]').press('Enter');
  await expect(page.locator('html')).toHaveAttribute('aria-busy', 'true');
  release();
  await expectSignedIn(page, `${firstname} ${lastname}`, isMobile);
  expect(addresses.filter((address) => decodeURIComponent(address).includes(secret))).toEqual([]);
});

test('a person registers, proves the code from the email, signs in and out', { tag: PHONE_TOO }, async ({
  page,
  watch,
  isMobile,
}) => {
  // Refusals are a part of the journey.
  watch.allow(/the server responded with a status of (400|401|403|422)/);
  const calls = callsOf(page, '/api/signup');
  await openForm(page);
  const { login, email } = await fillForm(page);

  await page.route('**/api/signup', async (route) => {
    await expect(toast(page, 'Запрос уже отправляется. Подождите!')).toBeVisible();
    await route.continue();
  });
  await submitForm(page);
  await expect(page.getByRole('button', { name: 'Зарегистрироваться' })).toHaveAttribute('aria-busy', 'true');
  await submitForm(page);
  await expect(toast(page, 'Запрос на регистрацию отправлен!')).toBeVisible();
  await expect(page).toHaveURL(/\/activation\/\d+$/);
  expect(calls).toEqual(['POST']);
  await expect(page.getByRole('timer')).toHaveText(/^Новый код можно запросить через (1:00|0:[0-5]\d)$/);
  await expect(page.getByRole('button', { name: 'Отправить код ещё раз' })).toHaveCount(0);

  await open(page, '/auth');
  await enter(page, login, PASSWORD);
  await expect(toast(page, 'Пользователь не активирован')).toBeVisible();
  await expect(page).toHaveURL(/\/activation\/\d+$/);
  await waitForHydration(page);

  const code = await latestCode(email);
  await enterCode(page, code === '000000' ? '000001' : '000000');
  await expect(toast(page, 'Код не подходит').first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Цифра 1' })).toHaveValue('');
  await enterCode(page, code);
  await expect(toast(page, 'Пользователь успешно активирован')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expectSignedIn(page, 'Ника Новосёлова', isMobile);
  await signOut(page, isMobile);

  await open(page, '/auth');
  await enter(page, login, 'неверный-пароль-1');
  await expect(toast(page, 'Неверный логин или пароль')).toBeVisible();
  await expect(password(page)).toHaveValue('');
  await expect(field(page, 'Логин')).toHaveValue(login);
  await enter(page, login, PASSWORD);
  await expect(page).toHaveURL(/\/$/);
  await expectSignedIn(page, 'Ника Новосёлова', isMobile);
  await signOut(page, isMobile);
});

async function waitForFirstCode(page: Page): Promise<{ email: string; again: Locator }> {
  await openForm(page);
  const { email } = await fillForm(page);
  await submitForm(page);
  await expect(page).toHaveURL(/\/activation\/(\d+)$/);
  expect(await latestCode(email)).toMatch(/^\d{6}$/);
  await expect(page.getByRole('timer')).toBeVisible();
  return { email, again: page.getByRole('button', { name: 'Отправить код ещё раз' }) };
}

test('another code may not be asked for within a minute, whatever the clock of the page says', { tag: LONG }, async ({
  page,
  watch,
}) => {
  watch.allow(/the server responded with a status of 429/);
  await page.clock.install();
  const { email, again } = await waitForFirstCode(page);
  await expect(again).toHaveCount(0);
  await page.clock.fastForward('01:01');
  await again.click();
  await expect(toast(page, /^Новый код можно запросить через \d+ секунд/)).toBeVisible();
  expect(await listEmails(email)).toHaveLength(1);
});

test('another code may be asked for after a minute, and replaces the first', { tag: LONG }, async ({ page }) => {
  const { email, again } = await waitForFirstCode(page);
  await expect(again).toBeVisible({ timeout: 75_000 });
  await again.click();
  await expect(toast(page, 'Код был выслан на почту')).toBeVisible();
  await expect(page.getByRole('timer')).toBeVisible();
  await enterCode(page, await latestCode(email, 2));
  await expect(page).toHaveURL(/\/$/);
});

test('a company gives its bank details, and wrong ones are named', { tag: LONG }, async ({ page, watch }) => {
  watch.allow(/the server responded with a status of (400|422)/);
  await openForm(page);
  await fillForm(page);
  await expect(field(page, 'ИНН')).toHaveCount(0);
  await page.getByText('Компания', { exact: true }).click();
  await field(page, 'Название компании или ИП').fill('ООО «Новосёлова»');
  await field(page, 'Банк').fill('ПАО Сбербанк');
  await field(page, 'Расчётный счёт').fill('40702810638000010045');
  await field(page, 'Корреспондентский счёт').fill('30101810400000000225');
  await field(page, 'БИК').fill('044525225');
  await field(page, 'ИНН').fill('7707083890');
  await field(page, 'КПП').fill('773601001');
  await submitForm(page);
  await expect(page.getByText('Проверьте ИНН: 10 или 12 цифр с верной контрольной')).toBeVisible();
  await expect(field(page, 'ИНН')).toBeFocused();
  await field(page, 'ИНН').fill('7707083893');
  await submitForm(page);
  await expect(page).toHaveURL(/\/activation\/\d+$/);
});

test('what only the server knows is refused beside its field, and what was typed stays', { tag: LONG }, async ({
  page,
  watch,
}) => {
  watch.allow(/the server responded with a status of (400|409|422)/);
  await openForm(page);
  const { email } = await fillForm(page);
  await field(page, 'Телефон').fill('0001234567890');
  await submitForm(page);
  await expect(page.getByText('Максимум 12 цифр')).toBeVisible();
  await field(page, 'Телефон').fill(freshPhone());
  await field(page, 'Логин').fill('anna');
  await submitForm(page);
  await expect(page.getByText('Этот логин уже занят').first()).toBeVisible();
  await expect(field(page, 'Логин')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Электронная почта')).toHaveValue(email);
  await expect(password(page)).toHaveValue(PASSWORD);
});

test('a wrong field has the colour of errors around it, in the light and in the dark', { tag: LONG }, async ({
  page,
}) => {
  await openForm(page);
  await submitForm(page);
  const login = field(page, 'Логин');
  await expect(login).toHaveAttribute('aria-invalid', 'true');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect
      .poll(() =>
        login.evaluate((input) => {
          const probe = document.body.appendChild(document.createElement('i'));
          probe.style.color = 'var(--ok-error)';
          const { color } = getComputedStyle(probe);
          probe.remove();
          return getComputedStyle(input).borderTopColor === color;
        }),
      )
      .toBe(true);
  }
});

test('a newcomer names a city by its beginning, and its country comes along', { tag: LONG }, async ({ page }) => {
  await openForm(page);
  const city = page.getByRole('combobox', { name: 'Город' });
  await city.fill('берл');
  await page.getByRole('option', { name: 'Берлин Германия' }).click();
  await expect(city).toHaveValue('Берлин, Германия');
  await city.fill('каз');
  await expect(page.getByRole('option', { name: 'Казань Россия' })).toHaveAttribute('aria-selected', 'true');
  await city.press('Tab');
  await expect(city).toHaveValue('Казань, Россия');
  await city.fill('Кзань');
  await city.press('Tab');
  await expect(page.getByText('Такого города нет в списке')).toBeVisible();
  await city.fill('казань');
  await city.press('Tab');
  await expect(city).toHaveValue('Казань, Россия');
  await expect(city).not.toHaveAttribute('aria-invalid', 'true');
  // A started registration is kept, ids without names.
  await openForm(page);
  await expect(city).toHaveValue('Казань, Россия');
});

test('signing in needs both fields and leads back to where it was asked for', { tag: LONG }, async ({
  page,
  isMobile,
}) => {
  const anna = await createPerson({ firstname: 'Алла' });
  const calls = callsOf(page, '/api/auth');
  await open(page, `/auth?next=${encodeURIComponent('/ad/1')}`);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(toast(page, 'Заполните поля "Логин" и "Пароль"')).toBeVisible();
  expect(calls).toEqual([]);
  await enter(page, anna.email, anna.password);
  await expect(page).toHaveURL(/\/ad\/1$/);
  // Who is signed in may ask for the number.
  await expect(page.getByRole('button', { name: 'Показать телефон' }).filter({ visible: true })).toBeVisible();
  if (!isMobile) await expectSignedIn(page, `Алла ${anna.lastname}`, isMobile);
});

test('a forgotten password is replaced with the help of a letter', { tag: LONG }, async ({ page, watch, isMobile }) => {
  watch.allow(/the server responded with a status of (400|401|403|422)/);
  const person = await createPerson({ firstname: 'Раиса' });
  await open(page, '/auth');
  await page.getByRole('link', { name: 'Забыли пароль?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Восстановление пароля');
  await field(page, 'Логин').fill(person.login);
  await page.getByRole('button', { name: 'Отправить код' }).click();
  await expect(toast(page, 'Код успешно отправлен')).toBeVisible();
  await enterCode(page, await latestCode(person.email));

  const first = page.getByLabel(/^Новый пароль/);
  const save = page.getByRole('button', { name: 'Сохранить пароль' });
  await expect(first).toBeVisible();
  await save.click();
  await expect(toast(page, 'Необходимо задать пароль')).toBeVisible();
  await first.fill(PASSWORD);
  await repeat(page).fill(`${PASSWORD}6`);
  await save.click();
  await expect(toast(page, 'Ваши пароли не совпадают')).toBeVisible();
  await expect(repeat(page)).toHaveValue('');
  await expect(first).toHaveValue(PASSWORD);
  await repeat(page).fill(PASSWORD);
  await save.click();
  await expect(toast(page, 'Ваш пароль успешно изменён')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await signOut(page, isMobile);

  await open(page, '/auth');
  await enter(page, person.login, person.password);
  await expect(toast(page, 'Неверный логин или пароль')).toBeVisible();
  await enter(page, person.login, PASSWORD);
  await expect(page).toHaveURL(/\/$/);
  await expectSignedIn(page, `Раиса ${person.lastname}`, isMobile);
});

test('a login that nobody has gets the same answer from the recovery', { tag: LONG }, async ({ page }) => {
  await open(page, '/recovery');
  await field(page, 'Логин').fill(freshLogin());
  await page.getByRole('button', { name: 'Отправить код' }).click();
  await expect(toast(page, 'Код успешно отправлен')).toBeVisible();
  await expect(page.getByText('Если такой аккаунт есть, письмо уже в пути.')).toBeVisible();
});

test('a password is changed only by who knows it, and an email tells', { tag: LONG }, async ({ page, watch }) => {
  watch.allow(/the server responded with a status of (400|401|403|422)/);
  const person = await createPerson();
  await signIn(page.context(), person);
  await open(page, '/profile/password');
  const [current, fresh] = [page.getByLabel(/^Действующий пароль/), page.getByLabel(/^Новый пароль/)];
  const save = page.getByRole('button', { name: 'Сохранить пароль' });
  const calls = callsOf(page, `/api/users/${person.id}`);

  await current.fill(person.password);
  await fresh.fill('12345');
  await repeat(page).fill('12345');
  await save.click();
  await expect(toast(page, 'Введите корректные данные')).toBeVisible();
  for (const input of [current, fresh, repeat(page)]) await expect(input).toHaveValue('');
  expect(calls).toEqual([]);

  await current.fill('не тот пароль');
  await fresh.fill(PASSWORD);
  await repeat(page).fill(PASSWORD);
  await save.click();
  await expect(toast(page, 'Действующий пароль указан неверно')).toBeVisible();
  await expect(current).toHaveValue('');

  await current.fill(person.password);
  await fresh.fill(PASSWORD);
  await repeat(page).fill(PASSWORD);
  await save.click();
  await expect(toast(page, 'Пароль успешно изменён')).toBeVisible();
  await waitForEmail(person.email, 'Пароль в «Около» изменён');
});

test('a referral code finds the friend who invited', { tag: LONG }, async ({ page, watch }) => {
  watch.allow(/the server responded with a status of 404/);
  const friend = await createPerson({ firstname: 'Лидия' });
  const { referral } = await page.request
    .get(`/api/users/${friend.id}`, { headers: { authorization: `Bearer ${friend.token}` } })
    .then((answer) => answer.json());
  await open(page, '/registration');
  const find = page.getByRole('button', { name: 'Найти друга' });
  await find.click();
  await expect(toast(page, 'Введите, пожалуйста, реферальный код')).toBeVisible();
  await field(page, 'Реферальный код').fill('НЕТТАКОГО');
  await find.click();
  await expect(toast(page, 'Реферальный код не найден')).toBeVisible();
  await field(page, 'Реферальный код').fill(referral);
  await find.click();
  await expect(page.getByText(`Лидия ${friend.lastname}`)).toBeVisible();
  await page.getByRole('link', { name: 'Да, меня пригласил этот человек' }).click();
  await expect(page).toHaveURL(new RegExp(`/register\\?friend_id=${friend.id}`));
  await page.getByRole('button', { name: 'Принимаю', exact: true }).click();
  await expect(page.getByText('Вас приглашает')).toContainText(`Лидия ${friend.lastname}`);
});

test('a friend’s link shows the friend, what the friend offers, and the way in', async ({ page }) => {
  await open(page, '/?friend_id=2');
  await expect(page).toHaveURL(/\/friend\?friend_id=2/);
  const name = (await page.getByRole('heading', { level: 1 }).textContent())?.replace('Вас приглашает ', '') ?? '';
  expect(name).toMatch(/^\S+ \S+$/);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Регистрация' }).click();
  await expect(page).toHaveURL(/\/register\?friend_id=2/);
  await page.getByRole('button', { name: 'Принимаю', exact: true }).click();
  await expect(page.getByText('Вас приглашает')).toContainText(name);
});
