import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SAMPLE_AD } from '../../../../test/sample-ad.ts';
import { showComponent } from '../../../../test/show-component.tsx';
import { loadTexts } from '../../../platform/texts.ts';
import { drainToasts, waitingToasts } from '../../../ui/toast/toast.ts';
import { toCard } from '../../ads/to-card.ts';
import { FavoritesList } from './favorites-list.tsx';
import { FolderBar } from './folder-bar.tsx';

await loadTexts('ru', 'my-ads');

const network = vi.fn();
beforeEach(() => {
  network.mockReset();
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

const FOLDERS = { folders: [{ id: 4, name: 'Дача', count: 1 }], total: 2 };
const ads = ['Самовар', 'Лодка'].map((board_title, index) =>
  toCard({ ...SAMPLE_AD, board_id: index + 1, board_title, subscription_on_board: 1 }),
);
const showList = (current: number | null = null) =>
  showComponent(<FavoritesList ads={ads} folders={FOLDERS} current={current} allHref="/ads?tab=favourite" />, '/ads');
const said = () => waitingToasts().map(({ message }) => message);
const bodyOf = (call: number) => JSON.parse(network.mock.calls[call]?.[1].body);

test('folders stand with their counts, the chosen one marked', async () => {
  await showComponent(
    <FolderBar {...FOLDERS} current={4} hrefOf={(folder) => `/ads?tab=favourite&folder=${folder}`} />,
    '/ads',
  );
  const links = within(screen.getByRole('navigation', { name: 'Папки избранного' })).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Все2', 'Дача1', 'Без папки1']);
  expect(links[1]).toHaveAttribute('aria-current', 'page');
});

test('chosen favourites are moved into a folder by one call', async () => {
  network.mockImplementation(async () => Response.json({ board_ids: [1, 2] }));
  await showList();
  await userEvent.click(screen.getByRole('button', { name: 'Выбрать' }));
  for (const title of ['Самовар', 'Лодка'])
    await userEvent.click(screen.getByRole('checkbox', { name: `Выбрать: ${title}` }));
  await userEvent.click(screen.getByRole('button', { name: 'В папку' }));
  await userEvent.click(await screen.findByRole('button', { name: /Дача/ }));
  await waitFor(() => expect(said()).toEqual(['2 объявления теперь в папке «Дача»']));
  expect(network).toHaveBeenCalledWith('/api/favorites/move', expect.objectContaining({ method: 'POST' }));
  expect(bodyOf(0)).toEqual({ board_ids: [1, 2], folder: 4 });
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('one is moved into a folder made on the way', async () => {
  network.mockImplementationOnce(async () => Response.json({ id: 9, name: 'Подарки', count: 0 }));
  network.mockImplementationOnce(async () => Response.json({ board_ids: [2] }));
  await showList();
  await userEvent.click(screen.getByRole('button', { name: 'Выбрать' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать: Лодка' }));
  await userEvent.click(screen.getByRole('button', { name: 'В папку' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Новая папка' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Название' }), 'Подарки');
  await userEvent.click(screen.getByRole('button', { name: 'Создать' }));
  await waitFor(() => expect(said()).toEqual(['1 объявление теперь в папке «Подарки»']));
  expect([bodyOf(0), bodyOf(1)]).toEqual([{ name: 'Подарки' }, { board_ids: [2], folder: 9 }]);
});

test('a folder on show is renamed and deleted', async () => {
  network.mockImplementation(async () => Response.json({ success: true }));
  await showList(4);
  expect(screen.getByRole('button', { name: 'Переименовать' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Удалить папку' }));
  const question = within(screen.getByRole('dialog', { name: 'Удалить папку «Дача»?' }));
  expect(question.getByText('Объявления останутся в избранном')).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: 'Удалить' }));
  await waitFor(() => expect(said()).toEqual(['Папка «Дача» удалена']));
  expect(network).toHaveBeenCalledWith('/api/favorites/folders/4', expect.objectContaining({ method: 'DELETE' }));
});
