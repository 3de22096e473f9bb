import type { Offer } from '@app/contract/market/deals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { SAMPLE_OFFER } from '../../../test/sample-offer.ts';
import { showComponent } from '../../../test/show-component.tsx';
import { loadTexts } from '../../platform/texts.ts';
import { OfferCard } from './offer-card.tsx';

await loadTexts('ru', 'deals');
afterEach(() => vi.unstubAllGlobals());

const show = (offer: Partial<Offer> = {}) =>
  showComponent(<OfferCard offer={{ ...SAMPLE_OFFER, ...offer }} photo={null} link="/ad/5" />);
const buttons = (): string[] => screen.queryAllByRole('button').map(({ textContent }) => textContent ?? '');

test('an offer shows its price beside that of the ad, and what the reader may do', async () => {
  await show();
  expect(screen.getByText('12 000 ₽')).toBeVisible();
  expect(screen.getByText('в объявлении 15 000 ₽')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Лодка' })).toHaveAttribute('href', '/ad/5');
  expect(buttons()).toEqual(['Принять', 'Своя цена', 'Отклонить']);
});

test('the state says whose turn it is, and why an offer cannot be accepted', async () => {
  await show({ mine: 1, actions: ['withdraw'] });
  expect(screen.getByRole('status')).toHaveTextContent('Ждём ответа');
  await show({ obstacle: 'reserved', actions: ['decline'] });
  expect(screen.getAllByRole('status').at(-1)).toHaveTextContent('Забронировано для другого покупателя');
  await show({ state: 'accepted', deal_state: 'accepted', confirmed: { me: 0, other: 1 }, actions: ['confirm'] });
  expect(screen.getAllByRole('status').at(-1)).toHaveTextContent('Вторая сторона подтвердила сделку');
  await show({ state: 'accepted', deal_state: 'done', my_stars: 4, actions: [] });
  expect(screen.getAllByRole('status').at(-1)).toHaveTextContent('Сделка состоялась, ваша оценка: 4');
});

const LENT: Partial<Offer> = {
  price: 0,
  board_price: 0,
  state: 'accepted',
  deal_state: 'accepted',
  confirmed: { me: 1, other: 1 },
  loan: { return_on: '2999-12-05', lent: 1, returned: 0 },
};
const state = () => screen.getAllByRole('status').at(-1);

test('a loan speaks of a day and of no price', async () => {
  await show({
    ...LENT,
    state: 'open',
    deal_state: 'offered',
    loan: { return_on: '2999-12-05', lent: 0, returned: 0 },
  });
  expect(screen.getByText('Вернуть до 5 декабря 2999 г.')).toBeVisible();
  expect(screen.queryByText(/₽|цен|Бесплатно/i)).toBeNull();
  expect(buttons()).toEqual(['Принять', 'Другой день', 'Отклонить']);
});

test('a loan says where the thing is, and that it is overdue', async () => {
  await show({ ...LENT, actions: ['return', 'change_day'] });
  expect(state()).toHaveTextContent('Вещь на руках');
  expect(buttons()).toEqual(['Вещь вернули', 'Другой день']);
  await show({ ...LENT, loan: { return_on: '2020-12-05', lent: 1, returned: 0 } });
  expect(state()).toHaveTextContent('Срок прошёл, вещь ещё на руках');
  await show({ ...LENT, loan: { return_on: '2020-12-05', lent: 1, returned: 1 } });
  expect(state()).toHaveTextContent('Вторая сторона сообщила о возврате');
  await show({ ...LENT, confirmed: { me: 0, other: 1 }, loan: { return_on: '2999-12-05', lent: 0, returned: 0 } });
  expect(state()).toHaveTextContent('Вторая сторона подтвердила передачу');
  await show({ ...LENT, deal_state: 'done', loan: { return_on: '2999-12-05', lent: 0, returned: 0 } });
  expect(state()).toHaveTextContent('Вещь вернулась');
});

test('the borrower says that the thing is back, the owner is asked first', async () => {
  const network = vi.fn(async () => Response.json({ ...SAMPLE_OFFER, ...LENT, actions: [] }));
  vi.stubGlobal('fetch', network);
  const { unmount } = await show({ ...LENT, role: 'buyer', actions: ['return'] });
  await userEvent.click(screen.getByRole('button', { name: 'Уже у владельца' }));
  await waitFor(() =>
    expect(network).toHaveBeenCalledWith('/api/deals/1/return', expect.objectContaining({ method: 'POST' })),
  );
  unmount();
  await show({ ...LENT, actions: ['return'] });
  await userEvent.click(screen.getByRole('button', { name: 'Вещь вернули' }));
  const dialog = await screen.findByRole('dialog', { name: 'Вещь вернули?' });
  expect(network).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getAllByRole('button', { name: 'Вещь вернули' }).at(-1) ?? dialog);
  await waitFor(() => expect(network).toHaveBeenCalledTimes(2));
});

test('another day is proposed from today on', async () => {
  const network = vi.fn(async () => Response.json({ ...SAMPLE_OFFER, ...LENT }));
  vi.stubGlobal('fetch', network);
  await show({ ...LENT, loan: { return_on: '2020-12-05', lent: 1, returned: 0 }, actions: ['change_day'] });
  await userEvent.click(screen.getByRole('button', { name: 'Другой день' }));
  await screen.findByRole('dialog', { name: 'Другой день возврата' });
  const field = screen.getByLabelText('Вернуть до');
  expect(field).toHaveValue('');
  await userEvent.click(screen.getByRole('button', { name: 'Отправить' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Выберите день не раньше сегодняшнего');
  expect(network).not.toHaveBeenCalled();
  const day = field.getAttribute('max') ?? '';
  await userEvent.type(field, day);
  await userEvent.click(screen.getByRole('button', { name: 'Отправить' }));
  await waitFor(() =>
    expect(network).toHaveBeenCalledWith(
      '/api/deals/1/return-day',
      expect.objectContaining({ method: 'PUT', body: JSON.stringify({ return_on: day }) }),
    ),
  );
});
