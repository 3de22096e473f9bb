export interface DemoTune {
  file: string;
  title: string;
  artist: string;
  seed: number;
  /** MIDI number of the first note. */
  root: number;
  scale: 'major' | 'minor';
  beat: number;
  seconds: number;
  bright: number;
  lyrics?: string;
}

type Row = readonly [
  file: string,
  title: string,
  artist: string,
  root: number,
  scale: DemoTune['scale'],
  beat: number,
  bright: number,
];

const ROWS: readonly Row[] = [
  ['tram.m4a', 'Первый трамвай', 'Тихий двор', 62, 'major', 0.52, 0.5],
  ['steam.m4a', 'Пар над чашкой', 'Тихий двор', 65, 'major', 0.6, 0.35],
  ['window.m4a', 'Окно во двор', 'Тихий двор', 60, 'minor', 0.66, 0.4],
  ['keys.m4a', 'Ключи в кармане', 'Ольга Заречная', 67, 'major', 0.46, 0.6],
  ['highway.m4a', 'Трасса после дождя', 'Северный склон', 57, 'minor', 0.44, 0.7],
  ['signs.m4a', 'Указатели', 'Северный склон', 64, 'major', 0.42, 0.65],
  ['ferry.m4a', 'Паром', 'Северный склон', 59, 'minor', 0.55, 0.5],
  ['fields.m4a', 'Поля за окном', 'Ольга Заречная', 62, 'major', 0.48, 0.55],
  ['lamp.m4a', 'Лампа на столе', 'Камерный квартал', 60, 'minor', 0.72, 0.3],
  ['snow.m4a', 'Снег без ветра', 'Камерный квартал', 69, 'minor', 0.78, 0.25],
  ['pages.m4a', 'Страницы', 'Камерный квартал', 64, 'major', 0.7, 0.3],
  ['stars.m4a', 'Звёзды над крышей', 'Ольга Заречная', 65, 'minor', 0.64, 0.4],
];

const TRAM = `[00:02.00]Первый трамвай по мосту
[00:06.00]Город ещё не проснулся
[00:10.00]Тёплый билет на свету
[00:14.00]День из-за крыш улыбнулся
[00:18.50]Едем, и нам по пути`;

export const DEMO_TUNES: readonly DemoTune[] = ROWS.map(([file, title, artist, root, scale, beat, bright], i) => ({
  file,
  title,
  artist,
  root,
  scale,
  beat,
  bright,
  seed: 1000 + i * 77,
  seconds: 24 + (i % 4),
  ...(file === 'tram.m4a' && { lyrics: TRAM }),
}));

interface DemoPlaylistRow {
  by: string;
  name: string;
  daysAgo: number;
  files: readonly string[];
}

export const DEMO_PLAYLISTS: readonly DemoPlaylistRow[] = [
  { by: 'olga', name: 'Тихий вечер', daysAgo: 20, files: ['lamp.m4a', 'snow.m4a', 'pages.m4a', 'stars.m4a'] },
  { by: 'timur', name: 'В дорогу', daysAgo: 9, files: ['highway.m4a', 'signs.m4a', 'ferry.m4a', 'fields.m4a'] },
  { by: 'anna', name: 'Утро', daysAgo: 3, files: ['tram.m4a', 'steam.m4a', 'window.m4a', 'keys.m4a'] },
];
