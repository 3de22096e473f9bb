import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { drainToasts } from '../../../ui/toast/toast.ts';
import type { OwnAd } from './own-ad.ts';
import { OwnAdsGrid } from './own-ads-grid.tsx';
import { useOwnAds } from './use-own-ads.ts';

const ad = (id: number, title: string, part: Partial<OwnAd> = {}): OwnAd => ({
  board_id: id,
  board_user_id: 1,
  board_title: title,
  board_price: 100,
  board_photos: [],
  board_enabled: 1,
  board_archived: 0,
  board_state: 'active',
  board_date_create: '2026-11-01T00:00:00Z',
  owner_firstname: 'Анна',
  owner_lastname: 'Лебедева',
  owner_photo: null,
  city: null,
  isExpired: false,
  reason: '',
  expiresIn: null,
  canRenew: true,
  erasedIn: null,
  views: 12,
  favorites: 3,
  ...part,
});

const MINE = [
  ad(1, 'Кресло'),
  ad(2, 'Лампа', { expiresIn: 3 }),
  ad(3, 'Стол', { board_state: 'blocked', reason: 'Реклама' }),
];
const ARCHIVE = [ad(4, 'Диван', { board_archived: 1, board_state: 'archived', erasedIn: 12 })];

function List({ of }: { of: readonly OwnAd[] }) {
  const { ads, act } = useOwnAds(of);
  return <OwnAdsGrid ads={ads} act={act} />;
}

function server(answer: (url: string) => Response = () => Response.json({ promotions: [] })) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push(`${init.method} ${url}`);
    return answer(url);
  });
  return asked;
}

beforeEach(() => {
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

const openMenu = (title: string) => userEvent.click(screen.getByRole('button', { name: `Действия: ${title}` }));
const pick = (name: string | RegExp) => userEvent.click(screen.getByRole('menuitem', { name, hidden: true }));
const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

test('cards say how their ads stand, and why', async () => {
  await showComponent(<List of={MINE} />);
  expect(screen.getByText('Заблокировано')).toBeInTheDocument();
  expect(screen.getByText('Причина: Реклама')).toBeInTheDocument();
  expect(screen.getByText('Истекает через 3 дня')).toBeInTheDocument();
  expect(screen.getAllByText('12 просмотров')).toHaveLength(3);
});

test('an ad goes to the archive without a question and comes back by the same toast', async () => {
  const asked = server();
  await showComponent(<List of={MINE} />);
  await openMenu('Кресло');
  await pick('В архив');
  await waitFor(() => expect(titles()).toEqual(['Лампа', 'Стол']));
  expect(asked).toEqual(['GET /api/promotion/ad/1', 'DELETE /api/board?board_id=1']);
  const [toast] = drainToasts();
  expect(toast).toMatchObject({
    tone: 'success',
    message: 'Объявление перенесено в архив',
    action: { label: 'Вернуть' },
  });
  toast?.action?.onPress();
  await waitFor(() => expect(asked).toContain('DELETE /api/boards/archive/delete?board_id=1'));
});

test('what is left of a paid promotion is told before an ad goes to the archive', async () => {
  const running = { id: 5, kind: 'raise', state: 'running', ends: '2026-11-25T09:00:00Z' };
  const asked = server(() => Response.json({ promotions: [running, { ...running, id: 6, state: 'settled' }] }));
  await showComponent(<List of={MINE} />);
  await openMenu('Кресло');
  await pick('В архив');
  const dialog = await screen.findByRole('dialog', { name: 'Перенести «Кресло» в архив?' });
  expect(dialog).toHaveTextContent('«Поднять в списке» оплачено до 25.11.2026, 12:00.');
  expect(dialog).toHaveTextContent('В архиве продвижение стоит на паузе');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Отмена' }));
  expect(asked).toEqual(['GET /api/promotion/ad/1']);
  expect(titles()).toEqual(['Кресло', 'Лампа', 'Стол']);
});

test('an ad is deleted for good after a question, and without a way back', async () => {
  const asked = server();
  await showComponent(<List of={MINE} />);
  await openMenu('Кресло');
  await pick('Удалить навсегда');
  const dialog = await screen.findByRole('dialog', { name: 'Удалить «Кресло» навсегда?' });
  expect(asked).not.toContain('DELETE /api/boards/erase?board_id=1');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Удалить навсегда' }));
  await waitFor(() => expect(titles()).toEqual(['Лампа', 'Стол']));
  expect(asked).toContain('DELETE /api/boards/erase?board_id=1');
  const [toast] = drainToasts();
  expect(toast).toMatchObject({ tone: 'success', message: 'Объявление успешно удалено' });
  expect(toast?.action).toBeUndefined();
});

test('a refusal puts the ad back and names it', async () => {
  server(() => Response.json({ code: 'forbidden', message: 'Недостаточно прав' }, { status: 403 }));
  await showComponent(<List of={MINE} />);
  await openMenu('Лампа');
  await pick('Отметить проданным');
  await waitFor(() => expect(drainToasts()).toMatchObject([{ message: 'Не удалось: «Лампа». Недостаточно прав' }]));
  expect(screen.queryByText('Продано')).not.toBeInTheDocument();
  expect(titles()).toEqual(['Кресло', 'Лампа', 'Стол']);
});

test('an ad whose time runs out is renewed by one press', async () => {
  const renewed = {
    board_id: 2,
    board_title: 'Лампа',
    board_price: 100,
    board_state: 'active',
    board_date_create: '2026-11-01T00:00:00Z',
    board_photos: [],
    board_district: '',
    board_archived: 0,
    board_enabled: 1,
  };
  const asked = server(() => Response.json(renewed));
  await showComponent(<List of={MINE} />);
  await userEvent.click(screen.getByRole('button', { name: 'Продлить', description: 'Лампа' }));
  await waitFor(() => expect(screen.queryByText('Истекает через 3 дня')).not.toBeInTheDocument());
  expect(asked).toEqual(['POST /api/boards/renew']);
});

test('an archived ad says when it will be erased and returns by one press', async () => {
  const asked = server();
  await showComponent(<List of={ARCHIVE} />);
  expect(screen.getByText('Исчезнет через 12 дней')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Вернуть из архива' }));
  await waitFor(() => expect(screen.queryByText('Диван')).not.toBeInTheDocument());
  expect(asked).toEqual(['DELETE /api/boards/archive/delete?board_id=4']);
});
