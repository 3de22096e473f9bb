import type { Track } from '@app/contract/publishing/music';

export const sampleTrack = (part: Partial<Track> = {}): Track => {
  const id = part.id ?? 1;
  return {
    id,
    title: `Песня ${id}`,
    artist: 'Полка',
    src: `/media/audio/${id}`,
    playlist_id: 4,
    user_id: 7,
    added_by: { id: 7, firstname: 'Анна', lastname: 'Лебедева' },
    cover: null,
    duration_ms: 180_000,
    mime: 'audio/mpeg',
    gain_db: 0,
    lyrics: 0,
    own: 1,
    kept: 0,
    timestamp: '2026-03-01T10:00:00.000Z',
    ...part,
  };
};
