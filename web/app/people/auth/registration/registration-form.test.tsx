import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../../../ui/toast/toast.ts';
import { RegistrationForm } from './registration-form.tsx';

const countries = [{ id: 1, name: 'Россия', iso: 'RU', phone_code: '7' }];
const network = vi.fn();
let problems: string[] = [];
const respond = (signUp: () => Promise<Response>) =>
  network.mockImplementation(async (address: string) =>
    address.endsWith('/check') ? Response.json({ problems }) : signUp(),
  );

beforeEach(() => {
  network.mockReset();
  respond(async () => Response.json({ user_id: 48, resend_after: 60 }));
  vi.stubGlobal('fetch', network);
  sessionStorage.clear();
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

async function show() {
  const shown = await showComponent(
    <RegistrationForm
      countries={countries}
      invitationUserId={null}
      versions={{ policy: 'p', consent: 'c', agreement: 'a' }}
    />,
    '/register',
  );
  await screen.findByLabelText(/^Имя/);
  return shown;
}

function type(label: RegExp, value: string): void {
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } });
}

function fill(): void {
  type(/^Имя/, 'Елена');
  type(/^Фамилия/, 'Орлова');
  type(/^Электронная почта/, 'elena@example.com');
  type(/^Телефон/, '905 000-00-00');
  type(/^Логин/, 'elena.o');
  type(/^Пароль/, 'заря-2026');
  type(/^Повторите пароль/, 'заря-2026');
}

const signups = () => network.mock.calls.filter(([address]) => address === '/api/signup');
const send = (): HTMLElement => screen.getByRole('button', { name: 'Зарегистрироваться' });
const consent = (): HTMLElement =>
  screen.getByRole('checkbox', { name: 'Даю согласие на обработку персональных данных' });

test('an empty form says what is missing under each field, goes to the first, and asks the server nothing', async () => {
  await show();
  await userEvent.click(send());
  expect(await screen.findByText('Необходимо указать Ваше имя')).toBeInTheDocument();
  expect(screen.getByText('Необходимо указать Вашу фамилию')).toBeInTheDocument();
  expect(screen.getByText('Необходимо указать адрес электронной почты')).toBeInTheDocument();
  expect(screen.getByText('Необходимо указать телефон')).toBeInTheDocument();
  expect(screen.getByText('Без согласия зарегистрироваться нельзя')).toBeInTheDocument();
  expect(screen.getByLabelText(/^Имя/)).toHaveFocus();
  expect(waitingToasts().map(({ message }) => message)).toEqual(['Проверьте введенные данные!']);
  expect(signups()).toHaveLength(0);
});

test('the consent is a box of its own: without it nothing is sent', async () => {
  await show();
  fill();
  expect(consent()).not.toBeChecked();
  await userEvent.click(send());
  expect(await screen.findByText('Без согласия зарегистрироваться нельзя')).toBeInTheDocument();
  expect(signups()).toHaveLength(0);
});

test.each([
  [/^Электронная почта/, 'elena@orlova', 'Укажите корректный адрес электронной почты'],
  [/^Телефон/, '12345', 'Минимум 6 цифр'],
  [/^Телефон/, '1234567890123', 'Максимум 12 цифр'],
  [/^Логин/, 'ab', 'Минимум 3 символа'],
  [/^Пароль/, '12345', 'Минимум 6 символов'],
  [/^Повторите пароль/, 'другой', 'Ваши пароли не совпадают'],
])('%s does not take "%s"', async (label, value, message) => {
  await show();
  fill();
  await userEvent.click(consent());
  type(label, value);
  await userEvent.click(send());
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(signups()).toHaveLength(0);
});

test('companies give their bank details, people are not asked for them', async () => {
  await show();
  expect(screen.queryByLabelText(/^ИНН/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByText('Компания'));
  fill();
  await userEvent.click(consent());
  await userEvent.click(send());
  await waitFor(() => expect(screen.getByLabelText(/^ИНН/)).toBeInvalid());
  expect(signups()).toHaveLength(0);
});

test('a sole trader gives no KPP, and a large bank is filled in by its BIK', async () => {
  const { router } = await show();
  await userEvent.click(screen.getByText('Компания'));
  fill();
  type(/^КПП/, 'мусор');
  type(/^Название компании/, 'ИП Орлова Е. В.');
  type(/^ИНН/, '500100732259');
  expect(screen.queryByLabelText(/^КПП/)).not.toBeInTheDocument();
  expect(screen.getByText(/индивидуальный предприниматель, КПП не нужен/)).toBeInTheDocument();
  type(/^БИК/, '044525225');
  expect(screen.getByLabelText(/^Банк/)).toHaveValue('ПАО Сбербанк');
  expect(screen.getByLabelText(/^Корреспондентский/)).toHaveValue('30101810400000000225');
  type(/^Расчётный счёт/, '40702810638000010046');
  fireEvent.blur(screen.getByLabelText(/^Расчётный счёт/));
  expect(await screen.findByText(/контрольный ключ сверяется с БИК/)).toBeInTheDocument();
  type(/^Расчётный счёт/, '40702810638000010045');
  await userEvent.click(consent());
  await userEvent.click(send());
  await waitFor(() => expect(router.state.location.pathname).toBe('/activation/48'));
  const sent = signups()[0]?.[1].body;
  expect(sent.get('user_company_name')).toBe('ИП Орлова Е. В.');
  expect(sent.get('user_bank_kpp')).toBe('');
});

test('five quick presses send one request and lead to the code', async () => {
  let answer = (_: Response): void => {};
  respond(() => new Promise<Response>((resolve) => (answer = resolve)));
  const { router } = await show();
  fill();
  await userEvent.click(consent());
  for (let press = 0; press < 5; press++) fireEvent.click(send());
  await waitFor(() => expect(signups()).toHaveLength(1));
  fireEvent.click(send());
  expect(waitingToasts().map(({ message }) => message)).toEqual(['Запрос уже отправляется. Подождите!']);
  answer(Response.json({ user_id: 48, resend_after: 60 }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/activation/48'));
  expect(signups()).toHaveLength(1);
  expect(waitingToasts().at(-1)?.message).toBe('Запрос на регистрацию отправлен!');
  expect(signups()[0]?.[1].body.get('user_familystatus')).toBe('-');
});

test('what the server refuses stands under its field', async () => {
  respond(async () =>
    Response.json(
      { message: 'Этот логин уже занят', code: 'login_taken', fields: { user_login: 'Этот логин уже занят' } },
      { status: 409 },
    ),
  );
  await show();
  fill();
  await userEvent.click(consent());
  await userEvent.click(send());
  await waitFor(() => expect(screen.getByLabelText(/^Логин/)).toBeInvalid());
  expect(screen.getByLabelText(/^Логин/)).toHaveFocus();
  expect(screen.getByLabelText(/^Пароль/, { selector: 'input' })).toHaveValue('заря-2026');
});

test('a taken login and a common password are told on leaving the field, and again on submit with the rest', async () => {
  problems = ['login_taken', 'password_common'];
  await show();
  type(/^Логин/, 'taken.login');
  fireEvent.blur(screen.getByLabelText(/^Логин/));
  expect(await screen.findByText('Этот логин уже занят')).toBeInTheDocument();
  type(/^Пароль/, 'Qwerty123');
  fireEvent.blur(screen.getByLabelText(/^Пароль/, { selector: 'input' }));
  expect(await screen.findByText('Такой пароль слишком распространён, придумайте другой')).toBeInTheDocument();
  await userEvent.click(send());
  expect(await screen.findByText('Необходимо указать Ваше имя')).toBeInTheDocument();
  expect(screen.getByText('Этот логин уже занят')).toBeInTheDocument();
  expect(signups()).toHaveLength(0);
  problems = [];
});

test('countries without an ISO code are ordinary choices', async () => {
  const made = [
    { id: 7, name: 'Атлантида', iso: '', phone_code: '999' },
    { id: 8, name: 'Лукоморье', iso: '', phone_code: '998' },
  ];
  const versions = { policy: 'p', consent: 'c', agreement: 'a' };
  await showComponent(
    <RegistrationForm countries={[...countries, ...made]} invitationUserId={null} versions={versions} />,
    '/register',
  );
  fill();
  await userEvent.click(screen.getByLabelText('Код страны', { selector: 'input' }));
  await userEvent.click(screen.getByRole('option', { name: 'Лукоморье +998', hidden: true }));
  await userEvent.click(consent());
  await userEvent.click(send());
  await waitFor(() => expect(signups()).toHaveLength(1));
  const { body } = signups()[0]?.[1] ?? {};
  expect([body.get('user_country_iso'), body.get('user_phone')]).toEqual(['', '9989050000000']);
});
