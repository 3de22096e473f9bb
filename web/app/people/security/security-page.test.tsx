import type { Factors, OpenSession, SecurityLogEntry } from '@app/contract/people/security';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../../ui/toast/toast.ts';
import SecurityPage from './security-page.tsx';

const network = vi.fn();
const NOW = '2026-11-21T12:00:00.000Z';
const EARLIER = '2026-11-20T09:00:00.000Z';

beforeEach(() => {
  network.mockReset();
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

const FACTORS: Factors = {
  totp: 0,
  totp_since: null,
  codes_left: 0,
  passkeys: [],
  passkey_host: 'localhost',
  required: 0,
  reset_due: null,
};
const session = (change: Partial<OpenSession>): OpenSession => ({
  id: 1,
  name: '',
  device: 'Firefox, Linux',
  kind: 'desktop',
  ip: '192.0.2.7',
  city: '',
  created: EARLIER,
  last_seen: NOW,
  method: 'password',
  current: 1,
  ...change,
});
const ENTRY: SecurityLogEntry = {
  id: 1,
  kind: 'sign_in',
  at: EARLIER,
  device: 'Firefox, Linux',
  ip: '192.0.2.7',
  count: 1,
};

async function show(data: Partial<ComponentProps<typeof SecurityPage>['loaderData']> = {}) {
  const loaderData = {
    sessions: [session({})],
    citySource: '' as const,
    factors: FACTORS,
    events: [ENTRY],
    now: NOW,
    ...data,
  };
  const props = { loaderData } as ComponentProps<typeof SecurityPage>;
  await showComponent(<SecurityPage {...props} />, '/profile/security');
  await screen.findByRole('heading', { level: 1, name: 'Безопасность' });
}

const part = (name: string): HTMLElement => screen.getByRole('region', { name });
const bodyOf = (index: number): unknown => JSON.parse(String(network.mock.calls[index]?.[1].body));

test('a session says the city of its address, and who made the table of cities', async () => {
  await show({
    sessions: [session({}), session({ id: 2, current: 0, ip: '5.3.20.7', city: 'Казань, Россия' })],
    citySource: 'db-ip',
  });
  const rows = within(part('Устройства')).getAllByRole('listitem');
  expect(rows[1]).toHaveTextContent('Казань, Россия5.3.20.7');
  expect(screen.getByRole('link', { name: 'DB-IP' })).toHaveAttribute('href', 'https://db-ip.com');
});

test('without a known city no table is named', async () => {
  await show({ citySource: 'maxmind' });
  expect(screen.queryByRole('link', { name: /MaxMind/ })).toBeNull();
});

test('this device is marked and cannot be ended by mistake, another can, after a question', async () => {
  network.mockResolvedValue(Response.json({ id: 2 }));
  await show({ sessions: [session({}), session({ id: 2, current: 0, name: 'Дача', method: 'passkey' })] });
  const rows = within(part('Устройства')).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent('это устройство');
  expect(within(rows[0] as HTMLElement).queryByRole('button', { name: /^Завершить/ })).toBeNull();
  expect(rows[1]).toHaveTextContent('ДачаFirefox, Linux');
  await userEvent.click(screen.getByRole('button', { name: 'Завершить вход на устройстве «Дача»' }));
  expect(network).not.toHaveBeenCalled();
  const question = screen.getByRole('dialog', { name: 'Завершить вход на этом устройстве?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Завершить' }));
  await waitFor(() => expect(waitingToasts()[0]?.message).toBe('Вход на этом устройстве завершён'));
  expect(network.mock.calls[0]?.[0]).toBe('/api/auth/sessions/2');
});

test('an old session asks for the password, and then goes on with what was wanted', async () => {
  network
    .mockResolvedValueOnce(
      Response.json({ message: 'Подтвердите действующий пароль', code: 'current_password_required' }, { status: 403 }),
    )
    .mockResolvedValueOnce(Response.json({}))
    .mockResolvedValueOnce(
      Response.json({ secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP' }),
    );
  await show();
  await userEvent.click(within(part('Двухэтапный вход')).getByRole('button', { name: 'Включить' }));
  const proof = await screen.findByRole('dialog', { name: 'Подтвердите, что это вы' });
  await userEvent.type(within(proof).getByLabelText('Пароль'), 'тайна-12');
  await userEvent.click(within(proof).getByRole('button', { name: 'Подтвердить' }));
  const setUp = await screen.findByRole('dialog', { name: 'Настройка двухэтапного входа' });
  expect(bodyOf(1)).toEqual({ password: 'тайна-12' });
  expect(within(setUp).getByText('ABCD EFGH IJKL MNOP')).toBeInTheDocument();
});

test('ending the other sign-ins asks an old session who it is, and ends nothing before', async () => {
  network
    .mockResolvedValueOnce(Response.json({ message: 'x', code: 'current_password_required' }, { status: 403 }))
    .mockResolvedValueOnce(Response.json({}))
    .mockResolvedValueOnce(Response.json({ ended: 1 }));
  await show({ sessions: [session({}), session({ id: 2, current: 0 })] });
  await userEvent.click(screen.getByRole('button', { name: 'Завершить на всех остальных' }));
  const question = screen.getByRole('dialog', { name: 'Завершить вход на остальных устройствах?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Завершить' }));
  const proof = await screen.findByRole('dialog', { name: 'Подтвердите, что это вы' });
  expect(waitingToasts()).toEqual([]);
  await userEvent.type(within(proof).getByLabelText('Пароль'), 'тайна-12');
  await userEvent.click(within(proof).getByRole('button', { name: 'Подтвердить' }));
  await waitFor(() => expect(waitingToasts()).toHaveLength(1));
  expect(network.mock.calls.map(([address]) => address)).toEqual([
    '/api/auth/sessions',
    '/api/auth/proof',
    '/api/auth/sessions',
  ]);
});

test('who would rather not prove anything changes nothing', async () => {
  network.mockResolvedValue(Response.json({ message: 'x', code: 'current_password_required' }, { status: 403 }));
  await show();
  await userEvent.click(within(part('Двухэтапный вход')).getByRole('button', { name: 'Включить' }));
  const proof = await screen.findByRole('dialog', { name: 'Подтвердите, что это вы' });
  await userEvent.click(within(proof).getByRole('button', { name: 'Отмена' }));
  await waitFor(() => expect(within(part('Двухэтапный вход')).getByRole('button', { name: 'Включить' })).toBeEnabled());
  expect(network).toHaveBeenCalledTimes(1);
});

test('a wait for the end of the second step can be stopped here', async () => {
  network.mockResolvedValue(Response.json({}));
  await show({ factors: { ...FACTORS, totp: 1, totp_since: EARLIER, codes_left: 2, reset_due: NOW } });
  expect(part('Двухэтапный вход')).toHaveTextContent('Осталось 2 резервных кода из 10');
  await userEvent.click(screen.getByRole('button', { name: 'Оставить включённым' }));
  await waitFor(() => expect(waitingToasts()[0]?.message).toBe('Двухэтапный вход останется включённым'));
});

test('where the site has no domain the page says that passkeys do not work', async () => {
  await show({ factors: { ...FACTORS, passkey_host: '' } });
  expect(part('Ключи доступа')).toHaveTextContent('По этому адресу сайта ключи доступа не работают');
  expect(screen.queryByRole('button', { name: 'Добавить ключ доступа' })).toBeNull();
});

test('a part that could not be loaded says so, and the others are there', async () => {
  await show({ factors: null, events: [{ ...ENTRY, kind: 'sign_in_failed', count: 3 }] });
  expect(screen.getByText('Эту часть страницы загрузить не удалось')).toBeInTheDocument();
  expect(part('Журнал безопасности')).toHaveTextContent('3 неудачные попытки входа за день');
});

test('staff who need a second factor are told so', async () => {
  await show({ factors: { ...FACTORS, required: 1 } });
  expect(screen.getByRole('alert')).toHaveTextContent('Для работы в администрации нужен двухэтапный вход');
});
