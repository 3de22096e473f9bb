import type { SubscriptionOffer } from '@app/contract/money/payments';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../../ui/toast/toast.ts';
import { PayForm } from './pay-form.tsx';

const offer: SubscriptionOffer = {
  price_kopecks: 39_900,
  months: 12,
  methods: [
    { method: 'bank_card', enabled: 1, autopay: 1 },
    { method: 'yoo_money', enabled: 1, autopay: 0 },
    { method: 'qiwi', enabled: 0, autopay: 0, reason: 'Не работает' },
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

async function show(onDecline = (): void => {}): Promise<void> {
  await showComponent(<PayForm offer={offer} onDecline={onDecline} />);
  await screen.findByRole('group', { name: 'Способ оплаты' });
}

test('a way to pay that is gone stays in sight with its reason and cannot be chosen', async () => {
  await show();
  const gone = screen.getByRole('radio', { name: /QIWI/ });
  expect(gone).toBeDisabled();
  expect(gone).toHaveAccessibleDescription('Не работает');
  expect(screen.getByRole('radio', { name: 'Банковская карта' })).toBeChecked();
});

test('renewal is offered under the bank card only, and never ticked', async () => {
  await show();
  expect(screen.getByRole('checkbox', { name: 'Продлевать автоматически' })).not.toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'ЮMoney' }));
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});

test('paying sends what was chosen and goes to the address of the answer', async () => {
  network.mockResolvedValue(Response.json('http://localhost/pay/1'));
  await show();
  await userEvent.click(screen.getByRole('checkbox'));
  // Consent to save the card is not sent with another payment method.
  await userEvent.click(screen.getByRole('radio', { name: 'ЮMoney' }));
  await userEvent.click(screen.getByRole('button', { name: /Оплатить/ }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith('http://localhost/pay/1'));
  expect(JSON.parse(network.mock.calls[0]?.[1].body)).toEqual({ method: 'yoo_money', autopay: false });
});

test('declining pays nothing', async () => {
  const decline = vi.fn();
  await show(decline);
  await userEvent.click(screen.getByRole('button', { name: 'Отказаться' }));
  expect(decline).toHaveBeenCalledOnce();
  expect(network).not.toHaveBeenCalled();
});

test('who has no e-mail for the receipt is led to where it is added', async () => {
  network.mockResolvedValue(Response.json({ code: 'email_required', message: '' }, { status: 400 }));
  await show();
  await userEvent.click(screen.getByRole('button', { name: /Оплатить/ }));
  await waitFor(() =>
    expect(waitingToasts().map(({ message }) => message)).toEqual(['Чтобы отправить чек, нужна ваша почта']),
  );
  expect(drainToasts()[0]?.action?.label).toBe('Указать почту');
  expect(leave).not.toHaveBeenCalled();
});
