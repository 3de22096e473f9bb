import type { SubscriptionOffer } from '@app/contract/money/payments';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { TopupForm } from './topup-dialog.tsx';

const offer: SubscriptionOffer = {
  price_kopecks: 39_900,
  months: 12,
  methods: [
    { method: 'bank_card', enabled: 1, autopay: 1 },
    { method: 'sbp', enabled: 1, autopay: 0 },
  ],
};
const network = vi.fn();
const leave = vi.fn();

beforeEach(() => {
  network.mockReset();
  leave.mockReset();
  vi.stubGlobal('fetch', network);
  vi.spyOn(window.location, 'assign').mockImplementation(leave);
});
afterEach(() => vi.unstubAllGlobals());

const amount = () => screen.findByRole('textbox', { name: 'Сумма, ₽' });
const show = () => showComponent(<TopupForm offer={offer} onDecline={() => {}} />);

test('a sum is chosen or typed, and paid in the chosen way', async () => {
  network.mockResolvedValue(Response.json('http://localhost/pay/1'));
  await show();
  await userEvent.click(await screen.findByRole('button', { name: /^500.₽$/ }));
  expect(await amount()).toHaveValue('500');
  await userEvent.clear(await amount());
  await userEvent.type(await amount(), '1 250,50');
  expect(screen.getByText(/^Копейки отброшены: 1.250.₽$/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: 'СБП' }));
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^Оплатить 1.250.₽$/ }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith('http://localhost/pay/1'));
  expect(JSON.parse(network.mock.calls[0]?.[1].body)).toEqual({ amount: 1250, method: 'sbp' });
});

test.each(['', '49', '15001', '12.500', '-300', '1e3'])(
  'the sum "%s" is not sent, and what it may be is told',
  async (typed) => {
    await show();
    await userEvent.clear(await amount());
    if (typed) await userEvent.type(await amount(), typed);
    await userEvent.click(screen.getByRole('button', { name: 'Оплатить' }));
    expect(await amount()).toBeInvalid();
    expect(await amount()).toHaveAccessibleDescription(/^Введите сумму от 50.₽ до 15.000.₽/);
    expect(network).not.toHaveBeenCalled();
  },
);
