import type { Offer } from '@app/contract/market/deals';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SAMPLE_OFFER } from '../../../test/sample-offer.ts';
import { showComponent } from '../../../test/show-component.tsx';
import { loadTexts } from '../../platform/texts.ts';
import { OfferCard } from './offer-card.tsx';

await loadTexts('ru', 'deals');

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
