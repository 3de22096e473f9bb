import type { Subscription } from '@app/contract/money/payments';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { OwnSubscription } from './subscription-page.tsx';

const network = vi.fn();
beforeEach(() => {
  network.mockReset();
  vi.stubGlobal('fetch', network);
});
afterEach(() => vi.unstubAllGlobals());

const active: Subscription = {
  state: 'active',
  payed: 1,
  until: '2027-11-21T10:00:00.000Z',
  grace_until: '2027-11-24T10:00:00.000Z',
  price_kopecks: 39_900,
  autopay: 1,
  method: { kind: 'bank_card', title: '•••• 4477' },
  next_charge: { at: '2027-11-20T10:00:00.000Z', amount_kopecks: 39_900 },
  refused_charges: 0,
  refund: null,
};
const stopped: Subscription = { ...active, autopay: 0, next_charge: null };
const none: Subscription = {
  ...stopped,
  state: 'none',
  payed: 0,
  until: null,
  grace_until: null,
  method: null,
};

const show = (known: Subscription) => showComponent(<OwnSubscription known={known} userId={7} daysLeft={364} />);
const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('until when, the next charge and its sum stand there, and one press stops it', async () => {
  network.mockResolvedValue(Response.json(stopped));
  await show(active);
  expect(await screen.findByText('до 21.11.2027')).toBeInTheDocument();
  expect(screen.getByText('ещё 364 дня')).toBeInTheDocument();
  const autopay = await region('Автоплатёж');
  expect(autopay.getByText('20.11.2027')).toBeInTheDocument();
  expect(autopay.getByText(/^399.₽$/)).toBeInTheDocument();
  await userEvent.click(autopay.getByRole('button', { name: 'Отключить автоплатёж' }));
  expect(await autopay.findByText('Выключен')).toBeInTheDocument();
  expect(autopay.queryByText('20.11.2027')).not.toBeInTheDocument();
  expect(network).toHaveBeenCalledOnce();
  const [address, { method, body }] = network.mock.calls[0] ?? [];
  expect([method, address, JSON.parse(body)]).toEqual([
    'PUT',
    '/api/payments/subscription/autopay',
    { autopay: false },
  ]);
});

test('a stop that did not arrive does not look done', async () => {
  network.mockResolvedValue(Response.json({ code: 'internal', message: 'Не вышло' }, { status: 500 }));
  await show(active);
  const autopay = await region('Автоплатёж');
  await userEvent.click(autopay.getByRole('button', { name: 'Отключить автоплатёж' }));
  await waitFor(() => expect(network).toHaveBeenCalledOnce());
  expect(autopay.getByText('Включён')).toBeInTheDocument();
  expect(autopay.getByRole('button', { name: 'Отключить автоплатёж' })).toBeInTheDocument();
});

test('the card is removed after a question that tells what follows', async () => {
  network.mockResolvedValue(Response.json({ ...stopped, method: null }));
  await show(active);
  const card = await region('Сохранённая карта');
  await userEvent.click(card.getByRole('button', { name: 'Удалить карту' }));
  expect(network).not.toHaveBeenCalled();
  const question = within(screen.getByRole('dialog', { name: 'Удалить карту •••• 4477?' }));
  await userEvent.click(question.getByRole('button', { name: 'Удалить' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Сохранённая карта' })).not.toBeInTheDocument());
  expect(network.mock.calls[0]?.slice(0, 1)).toEqual(['/api/payments/method']);
  expect((await region('Автоплатёж')).queryByRole('button')).not.toBeInTheDocument();
});

test('what was being loaded while the card was removed is asked anew', async () => {
  network.mockResolvedValue(Response.json({ ...stopped, method: null }));
  const { router } = await show(active);
  const revalidate = vi.spyOn(router, 'revalidate');
  const card = await region('Сохранённая карта');
  await userEvent.click(card.getByRole('button', { name: 'Удалить карту' }));
  expect(revalidate).not.toHaveBeenCalled();
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Удалить' }));
  await waitFor(() => expect(revalidate).toHaveBeenCalledOnce());
});

test('who never subscribed sees the price and what it gives, and nothing of charges', async () => {
  await show(none);
  expect(await screen.findByRole('heading', { name: 'Подписки пока нет' })).toBeInTheDocument();
  expect(screen.getByText(/33,25/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /^Оформить за 399.₽$/ })).toHaveAttribute('href', '/subscribe/pay/7');
  expect(screen.queryByRole('region', { name: 'Автоплатёж' })).not.toBeInTheDocument();
});

test.each([
  ['grace', /ещё до 24\.11\.2027/],
  ['expired', /остаётся на месте/],
] as const)('a subscription that is over (%s) tells what still goes and leads to a new year', async (state, words) => {
  await show({ ...stopped, state, payed: 0, method: null });
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /^Продлить за/ })).toBeInTheDocument();
});

test('a refused charge tells when it is tried again, or that it is not', async () => {
  const { unmount } = await show({ ...active, refused_charges: 1 });
  expect(await screen.findByText('Банк не подтвердил списание. Следующая попытка 20.11.2027.')).toBeInTheDocument();
  unmount();
  await show({ ...stopped, refused_charges: 4 });
  expect(await screen.findByText(/^Банк не подтвердил списание\. Новых попыток не будет/)).toBeInTheDocument();
});

test('an unused year may be given back while that is possible', async () => {
  await show({ ...stopped, refund: { payment_id: 5, amount_kopecks: 39_900, until: '2026-12-05T10:00:00.000Z' } });
  const refund = await region('Возврат');
  expect(refund.getByText(/до 05\.12\.2026/)).toBeInTheDocument();
  await userEvent.click(refund.getByRole('button', { name: 'Вернуть деньги' }));
  await userEvent.click(screen.getByRole('button', { name: 'Отмена' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(network).not.toHaveBeenCalled();
});
