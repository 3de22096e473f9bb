import type { Offer } from '@app/contract/market/deals';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { loadTexts } from '../../platform/texts.ts';
import { OfferCard } from './offer-card.tsx';

await loadTexts('ru', 'deals');

const OFFER: Offer = {
  id: 1,
  deal_id: 1,
  board_id: 5,
  title: 'Лодка',
  price: 12_000,
  board_price: 15_000,
  mine: 0,
  state: 'open',
  obstacle: null,
  deal_state: 'offered',
  role: 'seller',
  confirmed: { me: 0, other: 0 },
  my_stars: null,
  actions: ['accept', 'counter', 'decline'],
};

const show = (offer: Partial<Offer> = {}) =>
  showComponent(<OfferCard offer={{ ...OFFER, ...offer }} photo={null} link="/ad/5" />);
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
