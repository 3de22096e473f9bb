import type { Playlist } from '@app/contract/publishing/music';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { sampleTrack } from '../../../test/sample-track.ts';
import { showComponent } from '../../../test/show-component.tsx';
import { MusicSearchResults } from './music-search-results.tsx';

afterEach(() => vi.unstubAllGlobals());

const tracks = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => sampleTrack({ id: from + at, title: `Снег ${from + at}` }));
const playlist = (id: number): Playlist => ({
  id,
  name: `Зима ${id}`,
  image: null,
  src: null,
  user_id: 7,
  firstname: 'Анна',
  lastname: 'Лебедева',
  tracks: 2,
  duration_ms: 200_000,
  audience: 'all',
  own: 0,
  may_share: 1,
  co_authors: 0,
  co_author: 0,
});

test('what did not fit on the first page of a search comes at a press, each thing once', async () => {
  const fetched = vi.fn(async (_address: string, _init: RequestInit) =>
    Response.json({
      playlists: [playlist(2), playlist(3)],
      playlists_total: 3,
      music: tracks(20, 25),
      music_total: 25,
    }),
  );
  vi.stubGlobal('fetch', fetched);
  const found = {
    playlists: { list: [playlist(1), playlist(2)], total: 3 },
    tracks: { list: tracks(1, 20), total: 25 },
  };
  await showComponent(<MusicSearchResults search="снег" results={found} />);
  expect(screen.getByRole('heading', { name: 'Найдено: 28' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Показать ещё' }));
  expect(await screen.findByText('Снег 25')).toBeInTheDocument();
  const list = screen.getByRole('list', { name: 'Записи' });
  expect(list.children).toHaveLength(25);
  expect(screen.getAllByRole('link', { name: /Зима/ })).toHaveLength(3);
  expect(JSON.parse(String(fetched.mock.calls[0]?.[1].body))).toEqual({ search: 'снег', page: 2 });
  expect(screen.queryByRole('button', { name: 'Показать ещё' })).toBeNull();
});
