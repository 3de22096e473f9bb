import type { FeedRow, SellerFeed } from '@app/contract/market/seller-feeds';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../test/show-component.tsx';
import { loadTexts } from '../../platform/texts.ts';
import { FeedImport } from './feed-page.tsx';

await loadTexts('ru', 'seller-feed');

const ROW: FeedRow = {
  line: 2,
  external_id: 'a',
  title: 'Диван',
  action: 'create',
  reason: null,
  detail: '',
  board_id: null,
  category: 'Дом и сад',
  fields: [],
  photos: 2,
  result: null,
};
const FEED: SellerFeed = {
  id: 7,
  state: 'checked',
  created: '2026-11-27T10:00:00Z',
  counts: { create: 1, change: 1, archive: 0, same: 3, refuse: 1, done: 0, failed: 0 },
  rows: [
    ROW,
    {
      ...ROW,
      line: 3,
      external_id: 'b',
      title: 'Стол',
      action: 'change',
      board_id: 5,
      fields: ['board_price', 'city'],
      photos: 0,
    },
    {
      ...ROW,
      line: 4,
      external_id: '',
      title: '',
      action: 'refuse',
      reason: 'field',
      detail: 'external_id',
      photos: 0,
    },
  ],
};
const server = vi.fn();
beforeEach(() => {
  server.mockReset();
  vi.stubGlobal('fetch', server);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a file is checked, each entry is told with its reason, and the run is followed to its end', async () => {
  server.mockImplementation(async (url: string) => {
    if (url.endsWith('/run')) return Response.json({ feed: { ...FEED, state: 'running' } });
    return Response.json({ feed: FEED });
  });
  await showComponent(<FeedImport known={null} />);
  expect(screen.getByRole('button', { name: 'Проверить' })).toBeDisabled();
  await userEvent.upload(screen.getByLabelText('Выбрать файл'), new File(['a;b'], 'ads.csv', { type: 'text/csv' }));
  await userEvent.click(screen.getByRole('button', { name: 'Проверить' }));
  const report = within(await screen.findByRole('region', { name: 'Что будет сделано' }));
  const sent: FormData[] = server.mock.calls.map(([, init]) => init.body);
  expect(sent[0]?.get('feed')).toBeInstanceOf(File);
  const rows = report.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'С ошибками: 1',
    'Создать: 1',
    'Изменить: 1',
    'Без изменений: 3',
    'ОшибкаБез названияне подходит поле «номер» · строка 4',
    'СоздатьДиванДом и сад · 2 фото · № a · строка 2',
    'ИзменитьСтолизменится: цена, город · № b · строка 3',
  ]);
  expect(report.getByRole('link', { name: 'Стол' })).toHaveAttribute('href', '/ad/5');
  await userEvent.click(report.getByRole('button', { name: 'Выполнить: 2 объявления' }));
  expect(await screen.findByRole('region', { name: 'Загружаем объявления' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Проверить' })).toBeDisabled();
});

test('a run that goes on is asked about until it is done', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const done = {
    ...FEED,
    state: 'done',
    counts: { ...FEED.counts, done: 2 },
    rows: [{ ...ROW, result: 'done', board_id: 9 }],
  };
  server.mockImplementation(async () => Response.json({ feed: done }));
  await showComponent(<FeedImport known={{ ...FEED, state: 'running' }} />);
  await vi.advanceTimersByTimeAsync(1500);
  expect(await screen.findByRole('region', { name: 'Готово' })).toBeVisible();
  expect(screen.getByText('Сделано 2 из 2')).toBeVisible();
  expect(screen.getByText('Создано')).toBeVisible();
  await vi.advanceTimersByTimeAsync(6000);
  expect(server).toHaveBeenCalledTimes(1);
});

test('a refusal is told, and what was chosen stays', async () => {
  server.mockImplementation(async () =>
    Response.json({ code: 'feed_unreachable', message: 'Адрес не отвечает или отдаёт не файл' }, { status: 422 }),
  );
  await showComponent(<FeedImport known={null} />);
  const field = screen.getByRole('textbox', { name: 'или адрес файла' });
  await userEvent.type(field, 'https://shop.example/feed.xml');
  await userEvent.click(screen.getByRole('button', { name: 'Проверить' }));
  expect(field).toHaveValue('https://shop.example/feed.xml');
  expect(screen.queryByRole('region')).toBeNull();
});
