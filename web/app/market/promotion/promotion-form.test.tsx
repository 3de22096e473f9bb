import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SAMPLE_AD } from '../../../test/sample-ad.ts';
import { showComponent } from '../../../test/show-component.tsx';
import { loadTexts } from '../../platform/texts.ts';
import { PromotionChoice, PromotionForm } from './promotion-form.tsx';

await Promise.all([loadTexts('ru', 'promotion'), loadTexts('ru', 'ads')]);

const board = { ...SAMPLE_AD, board_id: 12, board_title: 'Велосипед' };

const offer: Parameters<typeof PromotionForm>[0]['offer'] = {
  board,
  promotable: 1,
  business: 0,
  advert: { advertiser: '', inn: '', erid: '' },
  tariffs: [{ kind: 'raise', days: 3, price_kopecks: 11_900, promised_views: 0, bonus_percent: 50, enabled: 1 }],
  promotions: [],
};

test.each([
  [1, 'У вас 1 бонус, один бонус — один рубль'],
  [22, 'У вас 22 бонуса, один бонус — один рубль'],
  [250, 'У вас 250 бонусов, один бонус — один рубль'],
])('who has %i points is told so in good Russian', async (points, words) => {
  await showComponent(<PromotionForm offer={offer} balance={{ balanceKopecks: 0, points }} />);
  expect(await screen.findByText(words)).toBeInTheDocument();
});

test('the button names the sum that is charged, and one line explains the share of points', async () => {
  await showComponent(<PromotionForm offer={offer} balance={{ balanceKopecks: 20_000, points: 277 }} />);
  expect(await screen.findByRole('button', { name: /^Продвинуть за 119.₽$/ })).toBeInTheDocument();
  expect(screen.getByText(/Бонусами можно оплатить не больше 50 % цены/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('checkbox'));
  expect(screen.getByRole('button', { name: /^Продвинуть за 60.₽$/ })).toBeInTheDocument();
});

test('after a purchase it is told, and the next one needs a new choice', async () => {
  const highlight = { ...offer.tariffs[0], kind: 'highlight' } as (typeof offer.tariffs)[number];
  const bought = {
    id: 1,
    kind: 'raise',
    days: 3,
    state: 'running',
    board_id: 12,
    board_title: 'Велосипед',
    price_kopecks: 11_900,
    from_bonus_kopecks: 0,
    starts: '2026-11-22T09:00:00.000Z',
    ends: '2026-11-25T09:00:00.000Z',
    views: 0,
    promised_views: 0,
    bonus_back: 0,
    advert: null,
  } as const;
  const after = { ...offer, tariffs: [...offer.tariffs, highlight], promotions: [bought] };
  await showComponent(<PromotionChoice offer={after} balance={{ balanceKopecks: 20_000, points: 0 }} />);
  expect(await screen.findByText('Куплено: Поднять в списке, до 25.11.2026, 12:00')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Продвинуть за/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Добавить ещё одну услугу' }));
  expect(screen.getByRole('button', { name: /^Продвинуть за/ })).toBeInTheDocument();
});
