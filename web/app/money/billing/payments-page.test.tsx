import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleLedgerEntry } from '../../../test/sample-ledger.ts';
import { showComponent } from '../../../test/show-component.tsx';
import { Payments } from './payments-page.tsx';

type Props = ComponentProps<typeof Payments>;
type Ledger = NonNullable<Props['ledger']>;

const network = vi.fn();
beforeEach(() => {
  network.mockReset();
  vi.stubGlobal('fetch', network);
});
afterEach(() => vi.unstubAllGlobals());

const ledger = (change: Partial<Ledger> = {}): Ledger => ({
  list: [],
  total: 0,
  balance_kopecks: 0,
  bonus_points: 0,
  owed_points: 0,
  ...change,
});
const show = (change: Partial<Props>) =>
  showComponent(<Payments userId={7} page={1} ledger={null} {...change} />, '/profile/payments');
const paid = {
  id: 5,
  kind: 'subscription' as const,
  left_kopecks: 39_900,
  status: 'succeeded' as const,
  method: 'bank_card' as const,
  auto: 1 as const,
  refundable: 1 as const,
};

test('what is there now stands first, and who paid nothing yet is told what comes here', async () => {
  await show({ ledger: ledger({ balance_kopecks: 125_050, bonus_points: 320 }) });
  const balance = within(await screen.findByRole('region', { name: 'Баланс' }));
  expect(balance.getByText(/^1.250,50.₽$/)).toBeInTheDocument();
  expect(within(screen.getByRole('region', { name: 'Бонусы' })).getByText('320')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Платежей пока нет' })).toBeInTheDocument();
});

test('each movement tells how much, how, and where its receipt is', async () => {
  await show({
    ledger: ledger({
      total: 4,
      list: [
        sampleLedgerEntry({ id: 4, kind: 'bonus', bonus_points: 50, reason: 'referral' }),
        sampleLedgerEntry({
          id: 3,
          kind: 'refund',
          amount_kopecks: 39_900,
          comment: 'Передумала',
          receipt: { state: 'pending', url: null, number: null },
          payment: { ...paid, status: 'refunding', refundable: 0 },
        }),
        sampleLedgerEntry({ id: 2, kind: 'promotion', balance_kopecks: -7000, bonus_points: -30 }),
        sampleLedgerEntry({
          id: 1,
          amount_kopecks: -39_900,
          receipt: { state: 'succeeded', url: 'https://receipt.example/1', number: '42' },
          payment: { ...paid, refundable: 0 },
        }),
      ],
    }),
  });
  const rows = (await screen.findAllByRole('article')).map((row) => within(row));
  expect(rows[0]?.getByText('+50 бонусов')).toBeInTheDocument();
  expect(rows[0]?.getByText('за приглашение')).toBeInTheDocument();
  expect(rows[1]?.getByText(/^\+399.₽$/)).toBeInTheDocument();
  expect(rows[1]?.getByText('Возвращается')).toBeInTheDocument();
  expect(rows[1]?.getByText('Чек готовится')).toBeInTheDocument();
  expect(rows[1]?.getByText('Передумала')).toBeInTheDocument();
  expect(rows[2]?.getByText(/^−70.₽/)).toBeInTheDocument();
  expect(rows[2]?.getByText('−30 бонусов')).toBeInTheDocument();
  expect(rows[3]?.getByText('автоплатёж')).toBeInTheDocument();
  expect(rows[3]?.getByRole('link', { name: 'Чек № 42' })).toHaveAttribute('href', 'https://receipt.example/1');
  expect(screen.queryByRole('button', { name: 'Вернуть деньги' })).not.toBeInTheDocument();
});

test('a payment is given back after a question, with the reason if there is one', async () => {
  network.mockResolvedValue(Response.json({ id: 5, status: 'refunding' }));
  await show({ ledger: ledger({ total: 1, list: [sampleLedgerEntry({ amount_kopecks: -39_900, payment: paid })] }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Вернуть деньги' }));
  const dialog = within(screen.getByRole('dialog', { name: /^Вернуть 399.₽\?$/ }));
  expect(network).not.toHaveBeenCalled();
  await userEvent.type(dialog.getByRole('textbox', { name: /^Причина/ }), ' Передумала ');
  await userEvent.click(dialog.getByRole('button', { name: 'Вернуть' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const [address, { method, body }] = network.mock.calls[0] ?? [];
  expect([method, address, JSON.parse(body)]).toEqual(['POST', '/api/payments/5/refund', { reason: 'Передумала' }]);
});

test('staff who said no reason are asked for it, and the window stays', async () => {
  network.mockResolvedValue(
    Response.json({ code: 'invalid_input', message: 'Нет', fields: { reason: 'Заполните поле' } }, { status: 400 }),
  );
  await show({ ledger: ledger({ total: 1, list: [sampleLedgerEntry({ amount_kopecks: -39_900, payment: paid })] }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Вернуть деньги' }));
  await userEvent.click(screen.getByRole('button', { name: 'Вернуть' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Заполните поле');
  expect(screen.getByRole('textbox', { name: /^Причина/ })).toBeInvalid();
});

test('a page past the end leads back, and points that are owed are told', async () => {
  await show({ page: 9, ledger: ledger({ total: 30, owed_points: 20 }) });
  expect(await screen.findByRole('link', { name: 'К первой странице' })).toHaveAttribute('href', '/profile/payments');
  expect(screen.getByText(/^Отменены 20 уже потраченных бонусов/)).toBeInTheDocument();
});

test('a history that cannot be read may be asked for again', async () => {
  await show({ page: 2 });
  expect(await screen.findByRole('heading', { name: 'Не удалось загрузить платежи' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Повторить' })).toHaveAttribute('href', '/profile/payments?page=2');
});
