import type { Board } from '@app/contract/market/ads';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
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
