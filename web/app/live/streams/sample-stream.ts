import type { ReplayedMessage, Stream, StreamMessage } from '@app/contract/live/streams';

/** A stream that is on, for tests. */
export const sampleStream = (part: Partial<Stream> = {}): Stream => ({
  stream_id: 7,
  user_id: 2,
  theme: 'Собираем трек с нуля',
  user_name: 'Тимур Алиев',
  photo: null,
  is_active: 1,
  state: 'live',
  source: 'browser',
  audience: 'all',
  viewers: 3,
  viewers_max: 3,
  created: '2026-11-22T10:00:00.000Z',
  started_at: '2026-11-22T10:00:00.000Z',
  ended_at: null,
  planned_for: null,
  lost_until: null,
  poster: null,
  record: 0,
  recording: 'none',
  slow_seconds: 0,
  hls: null,
  reactions: { heart: 0, fire: 0, clap: 0, laugh: 0, wow: 0 },
  board_ids: [],
  publish_id: null,
  link: '/user/2/streams/7',
  own: 0,
  reminded: 0,
  reminders: 0,
  subscribe: 0,
  muted: 0,
  ...part,
});

export const sampleMessage = (id: number, part: Partial<StreamMessage> = {}): StreamMessage => ({
  id,
  stream_id: 7,
  user_id: 5,
  firstname: 'Ольга',
  lastname: 'Громова',
  photo: null,
  message: `Сообщение ${id}`,
  timestamp: '2026-11-22T10:01:00.000Z',
  offset_ms: 60_000,
  host: 0,
  mine: 0,
  ...part,
});

/** For tests: a message beside the video. */
export const sampleReplayed = (id: number, change: Partial<ReplayedMessage> = {}): ReplayedMessage => ({
  ...sampleMessage(id),
  place_ms: 0,
  ...change,
});
