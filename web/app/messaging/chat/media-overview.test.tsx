import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messageOf } from '../../../test/sample-message.ts';
import { showComponent } from '../../../test/show-component.tsx';
import { MediaOverview } from './media-overview.tsx';

const network = vi.fn();
const onShow = vi.fn();
const user = { id: 2, firstname: 'Анна', lastname: 'Лебедева', photo: null };
const link = (seq: number) => ({ message: messageOf(seq, { content: `https://example.org/${seq}` }), user });

beforeEach(() => {
  network.mockReset();
  vi.stubGlobal('fetch', network);
});
afterEach(() => vi.unstubAllGlobals());

const links = async () =>
  within(await screen.findByRole('tabpanel', { name: 'Ссылки' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('another page is added without what is there already, another tab begins anew', async () => {
  network.mockImplementation(async (url: string) => {
    if (!url.includes('kind=link')) return Response.json({ list: [], total: 0 });
    // A new message has moved the pages on.
    return Response.json({ list: url.includes('page=2') ? [link(8), link(7)] : [link(9), link(8)], total: 3 });
  });
  await showComponent(<MediaOverview userId={2} onShow={onShow} onClose={() => undefined} />);
  expect(await screen.findByText('Пока ничего нет')).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'Ссылки' }));
  await expect.poll(links).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: 'Показать ещё' }));
  await expect.poll(links).toEqual([9, 8, 7].map((seq) => expect.stringContaining(`example.org/${seq}`)));
  expect(screen.queryByRole('button', { name: 'Показать ещё' })).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'Фото' }));
  expect(await screen.findByText('Пока ничего нет')).toBeVisible();
});

test('a page that could not be loaded can be asked for again', async () => {
  network.mockImplementation(async () => Response.json({ message: 'Нет', code: 'internal' }, { status: 500 }));
  await showComponent(<MediaOverview userId={2} onShow={onShow} onClose={() => undefined} />);
  expect(await screen.findByRole('alert')).toBeVisible();
  network.mockImplementation(async () => Response.json({ list: [], total: 0 }));
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Пока ничего нет')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
