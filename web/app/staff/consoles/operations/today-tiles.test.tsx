import type { Statistics } from '@app/contract/staff/operations';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { loadTexts } from '../../../platform/texts.ts';
import { Dashboard } from './dashboard.tsx';
import { DayPlot } from './day-plot.tsx';
import { TodayTiles } from './today-tiles.tsx';

await loadTexts('ru', 'operations');

const NOW = Date.parse('2026-11-22T12:00:00Z');
const statistics: Statistics = {
  days: ['2026-11-21', '2026-11-22'],
  figures: [
    { name: 'payments', values: [5, 2] },
    { name: 'payments_kopecks', values: [500_00, 798_00] },
    { name: 'job_failures', values: [0, 3] },
  ],
  counted: '2026-11-22T11:59:00Z',
  warnings: [],
  live: { streams: 2, watchers: 31, rooms: 3, rooms_max: 500 },
};
const plain = (text: string | null): string => (text ?? '').replace(/\s/g, ' ');

test('the limit of streams stands beside what runs, and says what was measured and what was not', async () => {
  const { unmount } = await showComponent(<Dashboard statistics={{ ...statistics, counted: null }} />);
  const section = screen.getByRole('region', { name: 'Предел эфиров' });
  expect(section).toHaveTextContent('В эфире: 2; зрителей: 31');
  expect(section).toHaveTextContent('3 из 500. Это граница в настройках узлов');
  expect(section).toHaveTextContent('измерено 500 зрителей одного эфира');
  unmount();
  await showComponent(<Dashboard statistics={{ ...statistics, live: { ...statistics.live, rooms_max: null } }} />);
  expect(screen.getByText(/^Комнаты открывает LiveKit/)).toBeInTheDocument();
});

test('the first screen tells what waits, for how long, and leads there', async () => {
  const cases = { waiting: 4, overdue: 1, oldest: '2026-11-22T07:00:00Z' };
  await showComponent(<TodayTiles cases={cases} statistics={statistics} now={NOW} />);
  expect(screen.getAllByRole('link').map((link) => [link.getAttribute('href'), plain(link.textContent)])).toEqual([
    ['/admin/queue', 'Случаев в очереди4'],
    ['/admin/queue', 'Дольше всех ждёт5 ч'],
    ['/admin/queue?overdue=1', 'Просрочено1'],
    ['/admin/payments', 'Платежи сегодня2 · 798 ₽'],
    ['/admin/jobs', 'Упавшие задачи сегодня3'],
  ]);
});

test('what is about to break stands first, with its amount and since when', async () => {
  const warnings: Statistics['warnings'] = [
    { what: 'disk', amount: 93, since: '2026-11-22T08:00:00Z' },
    { what: 'backup_old', amount: 26, since: '2026-11-22T09:00:00Z' },
  ];
  await showComponent(<TodayTiles cases={null} statistics={{ ...statistics, warnings }} now={NOW} />);
  const region = screen.getByRole('region', { name: 'Требует внимания' });
  expect(region).toHaveTextContent('Диск заполнен на 93 %');
  expect(region).toHaveTextContent('Последней резервной копии 26 часов');
});

test('whoever neither decides nor sees figures has no tiles', async () => {
  await showComponent(<TodayTiles cases={null} statistics={null} now={NOW} />);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

test('a plot says of which day its number is, and what the period makes', async () => {
  const shared = { days: statistics.days, format: String };
  await showComponent(
    <>
      <DayPlot metric="ads" name="Объявления" values={[5, 2]} {...shared} />
      <DayPlot metric="media_people" name="Люди" values={[6, 1]} {...shared} />
      <DayPlot metric="return_1_percent" name="Возвраты" values={[20, null]} {...shared} />
    </>,
  );
  const captions = screen
    .getAllByRole('figure')
    .map((figure) => plain(figure.querySelector('figcaption')?.textContent ?? ''));
  expect(captions).toEqual([
    'Объявления2сегодня / за 2 дня: 7',
    'Люди1сегодня / больше всего за 2 дня: 6',
    'Возвраты2021.11.2026 / в среднем за 2 дня: 20',
  ]);
});
