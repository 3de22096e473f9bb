import type { Promotion } from '@app/contract/market/promotion';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { Promotions } from './promotions-page.tsx';

const promotion = (change: Partial<Promotion> = {}): Promotion => ({
  id: 4,
  kind: 'raise',
  days: 3,
  state: 'settled',
  board_id: 12,
  board_title: 'Велосипед',
  price_kopecks: 11_900,
  from_bonus_kopecks: 0,
  starts: '2026-11-10T10:00:00.000Z',
  ends: '2026-11-13T10:00:00.000Z',
  views: 21,
  promised_views: 30,
  bonus_back: 36,
  advert: null,
  ...change,
});

test('each promotion names its ad and says what it brought and what came back', async () => {
  const list = [promotion(), promotion({ id: 3, board_id: null, board_title: 'Лодка' })];
  await showComponent(<Promotions page={1} promotions={{ list, total: 2 }} />, '/profile/promotions');
  expect(await screen.findByRole('link', { name: 'Велосипед' })).toHaveAttribute('href', '/ad/12');
  expect(screen.getByRole('heading', { name: 'Лодка' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Лодка' })).toBeNull();
  expect(screen.getAllByText('21 из 30 обещанных просмотров')).toHaveLength(2);
  expect(screen.getAllByText('Просмотров меньше обещанного, вернулось бонусов: 36')).toHaveLength(2);
});

test('who promoted nothing is shown the way to their ads', async () => {
  await showComponent(<Promotions page={1} promotions={{ list: [], total: 0 }} />, '/profile/promotions');
  expect(await screen.findByRole('link', { name: 'К моим объявлениям' })).toHaveAttribute('href', '/ads');
});

test('a page past the end shows the way back', async () => {
  await showComponent(<Promotions page={9} promotions={{ list: [], total: 2 }} />, '/profile/promotions');
  expect(await screen.findByRole('link', { name: 'К первой странице' })).toBeInTheDocument();
});

test('promotions that could not be read are asked for again', async () => {
  await showComponent(<Promotions page={2} promotions={null} />, '/profile/promotions');
  expect(await screen.findByRole('link', { name: 'Повторить' })).toHaveAttribute('href', '/profile/promotions?page=2');
});
