import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { AdCard, type CardAd } from './ad-card.tsx';

const AD: CardAd = {
  board_id: 1,
  board_user_id: 2,
  board_title: 'Велосипед',
  board_price: 7000,
  board_photos: [],
  board_enabled: 1,
  board_archived: 0,
  board_state: 'active',
  board_date_create: '2026-11-20T10:00:00Z',
  owner_firstname: 'Игорь',
  owner_lastname: 'Соколов',
  owner_photo: null,
  city: null,
};

test('a favourite whose price fell says by how much', async () => {
  await showComponent(<AdCard ad={{ ...AD, board_price_drop: 2000 }} />);
  expect(screen.getByText(/^Цена снизилась на 2\s000\s₽$/)).toBeVisible();
});
