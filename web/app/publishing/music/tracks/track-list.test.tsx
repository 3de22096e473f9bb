import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleTrack } from '../../../../test/sample-track.ts';
import { showComponent } from '../../../../test/show-component.tsx';
import { TrackList } from './track-list.tsx';

const zoya = { id: 8, firstname: 'Зоя', lastname: 'Рощина' };
const adders = () => screen.queryAllByText(/^Кто добавил:/).map(({ textContent }) => textContent);

test('in a shared playlist every entry says who added it, unless that person is not to be named', async () => {
  const tracks = [
    sampleTrack({ id: 1 }),
    sampleTrack({ id: 2, added_by: zoya }),
    sampleTrack({ id: 3, added_by: null }),
  ];
  await showComponent(<TrackList tracks={tracks} label="Дорога" isShared />);
  expect(adders()).toEqual(['Кто добавил: Анна Лебедева', 'Кто добавил: Зоя Рощина']);
});

test('elsewhere only what somebody else than the owner of its playlist added says so', async () => {
  const tracks = [sampleTrack({ id: 1 }), sampleTrack({ id: 2, added_by: zoya })];
  await showComponent(<TrackList tracks={tracks} label="Записи" isMixed />);
  expect(adders()).toEqual(['Кто добавил: Зоя Рощина']);
});
