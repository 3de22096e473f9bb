import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { loadTexts } from '../../platform/texts.ts';
import type { CardAd } from './ad-card.tsx';
import { MutedCard } from './muted-card.tsx';

const ad: CardAd = {
  board_id: 7,
  board_user_id: 3,
  board_title: 'Зимняя резина',
  board_price: 12_000,
  board_photos: [],
  board_enabled: 1,
  board_archived: 0,
  board_state: 'active',
  board_date_create: '2026-11-17T16:40:00.000Z',
  owner_firstname: 'Игорь',
  owner_lastname: 'Гарипов',
  owner_photo: null,
  subscription_on_board: 0,
  muted_by: 'резина',
  city: { name: 'Казань' },
};

test('an ad with a muted word says only which word it is, and is there after a press', async () => {
  await loadTexts('ru', 'ad-filters');
  await showComponent(<MutedCard ad={ad} />);
  expect(screen.getByText('Скрыто по слову «резина»')).toBeInTheDocument();
  expect(screen.queryByText('Зимняя резина')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Показать' }));
  expect(screen.getByRole('link', { name: 'Зимняя резина' })).toHaveFocus();
  expect(screen.queryByText('Скрыто по слову «резина»')).toBeNull();
});
