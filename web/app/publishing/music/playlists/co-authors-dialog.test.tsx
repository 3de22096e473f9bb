import type { Playlist } from '@app/contract/publishing/music';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showComponent } from '../../../../test/show-component.tsx';
import { drainToasts, waitingToasts } from '../../../ui/toast/toast.ts';
import { CoAuthorsDialog } from './co-authors-dialog.tsx';

const network = vi.fn<(address: string, init?: RequestInit) => Promise<Response>>();
beforeEach(() => {
  network.mockReset();
  vi.stubGlobal('fetch', network);
  drainToasts();
});
afterEach(() => vi.unstubAllGlobals());

const playlist = (part: Partial<Playlist> = {}): Playlist => ({
  id: 4,
  name: 'Дорога',
  image: null,
  src: null,
  user_id: 7,
  firstname: 'Анна',
  lastname: 'Лебедева',
  tracks: 2,
  duration_ms: 200_000,
  audience: 'me',
  own: 1,
  may_share: 1,
  co_authors: 1,
  co_author: 0,
  ...part,
});
const person = (id: number, firstname: string) => ({
  id,
  firstname,
  lastname: 'Рощин',
  photo: null,
  timestamp: '2026-03-01T10:00:00.000Z',
});
const friend = (id: number, firstname: string) => ({
  ...person(id, firstname),
  position: '',
  location: { country: null, city: null },
});

/** A server with one playlist, that remembers its co-authors. */
function serve(authors: ReturnType<typeof person>[], friends: ReturnType<typeof friend>[] = []): void {
  let list = authors;
  network.mockImplementation(async (address, init) => {
    if (address.startsWith('/api/users/friends'))
      return Response.json({ list: friends, total: friends.length, next: null });
    if (init?.method === 'PUT') {
      const { user_id } = JSON.parse(String(init.body)) as { user_id: number };
      const invited = friends.find(({ id }) => id === user_id);
      list = [...list, ...(invited ? [invited] : [])];
    }
    if (init?.method === 'DELETE') {
      const user_id = Number(address.split('/').at(-1));
      list = list.filter(({ id }) => id !== user_id);
      return Response.json({ id: 4, user_id });
    }
    return Response.json({ list });
  });
}

const names = () =>
  within(screen.getByRole('list', { name: 'Соавторы' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('the owner invites out of the circle, who is there already is not offered, and removes', async () => {
  serve([person(2, 'Тимур')], [friend(2, 'Тимур'), friend(3, 'Зоя')]);
  await showComponent(<CoAuthorsDialog playlist={playlist()} onClose={() => undefined} />);
  expect(await screen.findByText('Тимур Рощин')).toBeVisible();
  await userEvent.click(screen.getByRole('combobox', { name: 'Позвать из круга' }));
  await userEvent.click(await screen.findByRole('option', { name: /Зоя/ }));
  await waitFor(() => expect(names()).toEqual(['ТРТимур Рощин', 'ЗРЗоя Рощин']));
  expect(waitingToasts().map(({ message }) => message)).toEqual(['Теперь в соавторах: Зоя Рощин']);
  expect(screen.queryByRole('option', { name: /Тимур/ })).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Убрать из соавторов: Тимур Рощин' }));
  await waitFor(() => expect(names()).toEqual(['ЗРЗоя Рощин']));
});

test('others read who the co-authors are, and invite and remove nobody', async () => {
  serve([person(2, 'Тимур')]);
  await showComponent(<CoAuthorsDialog playlist={playlist({ own: 0, co_author: 1 })} onClose={() => undefined} />);
  expect(await screen.findByText('Тимур Рощин')).toBeVisible();
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.queryByRole('button', { name: /Убрать/ })).toBeNull();
});

test('a full playlist offers nobody more', async () => {
  serve(Array.from({ length: 20 }, (_, at) => person(10 + at, `Друг${at}`)));
  await showComponent(<CoAuthorsDialog playlist={playlist()} onClose={() => undefined} />);
  expect(await screen.findByText('В плейлисте уже 20 соавторов, больше нельзя')).toBeVisible();
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('a list that did not load says so and loads at a press; a refused invitation leaves it as it was', async () => {
  network.mockRejectedValueOnce(new TypeError('offline'));
  await showComponent(<CoAuthorsDialog playlist={playlist()} onClose={() => undefined} />);
  expect(await screen.findByRole('heading', { name: 'Соавторы не загрузились' })).toBeVisible();
  serve([], [friend(3, 'Зоя')]);
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Соавторов пока нет')).toBeVisible();

  await userEvent.click(screen.getByRole('combobox', { name: 'Позвать из круга' }));
  const option = await screen.findByRole('option', { name: /Зоя/ });
  const message = 'Соавтором может стать только человек из вашего круга';
  network.mockResolvedValueOnce(Response.json({ code: 'co_author_not_friend', message }, { status: 409 }));
  await userEvent.click(option);
  await waitFor(() => expect(waitingToasts().map((toast) => toast.message)).toEqual([message]));
  expect(screen.getByText('Соавторов пока нет')).toBeVisible();
});
