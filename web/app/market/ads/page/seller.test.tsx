import type { Board } from '@app/contract/market/ads';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { loadTexts } from '../../../platform/texts.ts';
import { Seller, type SellerCard } from './seller.tsx';

await loadTexts('ru', 'ad-page');

const AD = {
  board_user_id: 2,
  board_external: 0,
  owner_firstname: 'Елена',
  owner_lastname: 'Орлова',
  owner_photo: null,
} as Board;
const SELLER: SellerCard = {
  company: '',
  rating: null,
  ratingCount: 0,
  deals: null,
  adsCount: 0,
  since: '2025-03-01T00:00:00Z',
  mayWrite: true,
  mayCall: false,
  follow: null,
};

test('a company sells under its own name, with the person who answers below', async () => {
  await showComponent(<Seller ad={AD} seller={{ ...SELLER, company: 'ООО «Ромашка»' }} />);
  expect(screen.getByRole('link', { name: 'ООО «Ромашка»' })).toHaveAttribute('href', '/user/2');
  expect(screen.getByText('Елена Орлова')).toBeVisible();
});

test('a person sells under their name, also where nothing else of them is known', async () => {
  await showComponent(<Seller ad={AD} seller={null} />);
  expect(screen.getByRole('link', { name: 'Елена Орлова' })).toHaveAttribute('href', '/user/2');
});

afterEach(() => vi.useRealTimers());

test.each([
  [{ open: 1, changes: '2026-11-27T16:00:00Z' }, 'На связи до 19:00'],
  [{ open: 1, changes: null }, 'На связи'],
  [{ open: 0, changes: '2026-11-27T18:00:00Z' }, 'Сейчас не работает, ответит с 21:00'],
  [{ open: 0, changes: '2026-11-28T06:00:00Z' }, 'Сейчас не работает, ответит завтра с 09:00'],
  [{ open: 0, changes: '2026-11-30T06:00:00Z' }, 'Сейчас не работает, ответит 30 ноября с 09:00'],
] as const)('hours %j are told as «%s»', async (hours, words) => {
  vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00Z'), toFake: ['Date'] });
  await showComponent(<Seller ad={{ ...AD, board_seller_hours: hours }} seller={SELLER} />);
  expect(screen.getByText(words)).toBeVisible();
});
