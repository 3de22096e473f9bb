import type { Meeting } from '@app/contract/market/meetings';

/** A meeting that the other person proposed to the viewer. */
export const SAMPLE_MEETING: Meeting = {
  id: 4,
  board_id: 5,
  title: 'Лодка',
  user_id: 7,
  user_name: 'Пётр Волков',
  mine: 0,
  state: 'proposed',
  place: { kind: 'mall', name: 'ТРЦ «Кольцо»', address: 'ул. Петербургская, 1' },
  at: '2026-12-05T11:00:00.000Z',
  note: 'Буду в красной куртке',
  cancelled: null,
  arrived: { me: 0, other: 0 },
  confirmed: { me: 0, other: 0 },
  relative: null,
  actions: ['accept', 'change', 'decline', 'relative'],
};
