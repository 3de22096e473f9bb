export interface DemoTrack {
  title: string;
  artist: string;
}

export interface DemoPlaylist {
  by: string;
  name: string;
  audience?: 'friends' | 'fams' | 'me';
  tracks: readonly DemoTrack[];
}

const track = (title: string, artist: string): DemoTrack => ({ title, artist });

/** What people listen to. No such recordings exist: each is a short tune made for the demonstration. */
export const PLAYLISTS: readonly DemoPlaylist[] = [
  {
    by: 'anna',
    name: 'Вечер дома',
    tracks: [
      track('Тихий двор', 'Северный ветер'),
      track('Окна напротив', 'Анна и хор'),
      track('Утренний трамвай', 'Полка'),
      track('Лодка', 'Северный ветер'),
      track('Соседи сверху', 'Тимур Алиев'),
      track('Снег на крышах', 'Полка'),
    ],
  },
  {
    by: 'anna',
    name: 'В дорогу',
    tracks: [track('Дальний свет', 'Медленный экспресс'), track('Река слева', 'Медленный экспресс')],
  },
  { by: 'anna', name: 'Работаю', audience: 'me', tracks: [track('Ровный шаг', 'Полка')] },
  {
    by: 'timur',
    name: 'Записи Тимура',
    tracks: [track('Новый порожек', 'Тимур Алиев'), track('Соседи сверху', 'Тимур Алиев')],
  },
];
