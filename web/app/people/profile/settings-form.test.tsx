import type { User } from '@app/contract/people/users';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../../ui/toast/toast.ts';
import { SettingsForm } from './settings-form.tsx';

const network = vi.fn();
beforeEach(() => {
  network.mockReset();
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

const PERSON = {
  id: 5,
  photo: null,
  firstname: 'Анна',
  lastname: 'Лебедева',
  middlename: '',
  position: '',
  description: 'О себе',
  country_id: null,
  city_id: null,
  location: { country: null, city: null },
  allow_to_call: 1,
  legal_status: 0,
  phone: '+79161234567',
  country_code: '7',
  country_iso: 'RU',
  email: 'anna@example.com',
  login: 'anna',
  familystatus: '-',
  revision: 3,
  verified: { email: '2026-03-01T12:00:00.000Z', phone: null, inn: null },
} as unknown as User;
const COUNTRIES = [{ id: 1, name: 'Россия', iso: 'RU', phone_code: '7' }];
const NOTHING = { email: null, phone: null };
const PENDING = { value: 'new@example.com', sent_to: 'email' as const, resend_after: 0, expires: null };

const show = (pending: Parameters<typeof SettingsForm>[0]['pending'] = NOTHING, person = PERSON) =>
  showComponent(<SettingsForm person={person} countries={COUNTRIES} pending={pending} />, '/profile/settings');
const field = (label: RegExp): HTMLElement => screen.getByLabelText(label, { selector: 'input, textarea' });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
const sent = (): Record<string, unknown> => Object.fromEntries(network.mock.calls.at(-1)?.[1].body as FormData);

test('wrong fields are marked and the first has the focus; nothing is sent and no toast says it again', async () => {
  await show();
  await userEvent.clear(field(/^Имя/));
  await userEvent.clear(field(/^Электронная почта/));
  await save();
  expect(await screen.findByText('Необходимо указать Ваше имя')).toBeInTheDocument();
  expect(screen.getByText('Необходимо указать адрес электронной почты')).toBeInTheDocument();
  expect(field(/^Имя/)).toHaveAttribute('aria-invalid', 'true');
  expect(field(/^Имя/)).toHaveFocus();
  expect(network).not.toHaveBeenCalled();
  expect(waitingToasts()).toEqual([]);
});

test('a number whose country was never named still shows its code', async () => {
  await show(NOTHING, { ...PERSON, country_iso: '' });
  expect(screen.getByRole('combobox', { name: 'Код страны' })).toHaveValue('+7');
});

test('what changed is saved over the state that was read, and the form says so', async () => {
  network.mockResolvedValue(Response.json({ ...PERSON, position: 'Столяр', revision: 4 }));
  await show();
  await userEvent.type(field(/^Должность/), 'Столяр');
  expect(screen.getByText('Есть несохранённые изменения')).toBeInTheDocument();
  await save();
  await waitFor(() => expect(waitingToasts()[0]?.message).toBe('Данные пользователя успешно изменены'));
  expect(sent()).toEqual({ position: 'Столяр', revision: '3' });
  expect(screen.queryByText('Есть несохранённые изменения')).not.toBeInTheDocument();
});

test('what the server refuses stands beside its field', async () => {
  const fields = { login: 'Этот логин уже занят' };
  network.mockResolvedValue(Response.json({ code: 'login_taken', message: fields.login, fields }, { status: 409 }));
  await show();
  await userEvent.type(field(/^Логин/), '-lebedeva');
  await save();
  expect(await screen.findByText('Этот логин уже занят')).toBeInTheDocument();
  await waitFor(() => expect(field(/^Логин/)).toHaveFocus());
});

test('another window’s change of another field is taken over in silence', async () => {
  const present = { ...PERSON, middlename: 'Игоревна', revision: 4 };
  network
    .mockResolvedValueOnce(Response.json({ code: 'profile_changed', message: '', present }, { status: 409 }))
    .mockResolvedValueOnce(Response.json({ ...present, position: 'Столяр', revision: 5 }));
  await show();
  await userEvent.type(field(/^Должность/), 'Столяр');
  await save();
  await waitFor(() => expect(field(/^Отчество/)).toHaveValue('Игоревна'));
  expect(sent()).toEqual({ position: 'Столяр', revision: '4' });
});

test('of two texts in one field the person chooses, and nothing is written before', async () => {
  const present = { ...PERSON, position: 'Пекарь', revision: 4 };
  network.mockResolvedValue(Response.json({ code: 'profile_changed', message: '', present }, { status: 409 }));
  await show();
  await userEvent.type(field(/^Должность/), 'Столяр');
  await save();
  const dialog = await screen.findByRole('dialog', { name: 'Профиль изменён в другом окне' });
  expect(within(dialog).getByText('Столяр')).toBeInTheDocument();
  expect(within(dialog).getByText('Пекарь')).toBeInTheDocument();
  network.mockResolvedValue(Response.json({ ...present, revision: 5 }));
  await userEvent.click(within(dialog).getByLabelText(/В другом окне/));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(field(/^Должность/)).toHaveValue('Пекарь'));
});

test('a waiting address asks for its code, and for the password only when the server wants it', async () => {
  network.mockResolvedValue(Response.json({ code: 'current_password_required', message: '' }, { status: 403 }));
  await show({ ...NOTHING, email: PENDING });
  expect(screen.getByText('Новый адрес new@example.com ждёт подтверждения.')).toBeInTheDocument();
  expect(screen.queryByLabelText(/^Действующий пароль/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByLabelText('Цифра 1'));
  await userEvent.keyboard('123456');
  const password = await screen.findByLabelText(/^Действующий пароль/);
  network.mockResolvedValue(
    Response.json({ code: 'current_password_wrong', message: 'Действующий пароль указан неверно' }, { status: 403 }),
  );
  await userEvent.type(password, 'не тот{Enter}');
  expect(await screen.findByText('Действующий пароль указан неверно')).toBeInTheDocument();
  network.mockResolvedValue(Response.json({ kind: 'email', value: PENDING.value }));
  await userEvent.type(screen.getByLabelText(/^Действующий пароль/), 'тот самый');
  await userEvent.click(screen.getByRole('button', { name: 'Подтвердить' }));
  await waitFor(() => expect(waitingToasts()[0]?.message).toBe('Адрес подтверждён'));
  expect(JSON.parse(network.mock.calls.at(-1)?.[1].body)).toEqual({
    kind: 'email',
    code: '123456',
    current_password: 'тот самый',
  });
});

test('a wrong code empties its field and says so beside it', async () => {
  network.mockResolvedValue(
    Response.json({ code: 'code_wrong', message: 'Код не подходит или устарел' }, { status: 400 }),
  );
  await show({ ...NOTHING, email: PENDING });
  await userEvent.click(screen.getByLabelText('Цифра 1'));
  await userEvent.keyboard('654321');
  expect(await screen.findByText('Код не подходит или устарел')).toBeInTheDocument();
  expect(screen.getByLabelText('Цифра 1')).toHaveValue('');
});

test('bank fields are there for companies only', async () => {
  await show();
  expect(screen.queryByLabelText(/^ИНН/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByText('Компания'));
  expect(screen.getByLabelText(/^ИНН/)).toBeInTheDocument();
});
