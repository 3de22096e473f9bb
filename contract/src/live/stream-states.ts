/**
 * `announced`: has a date. `waiting`: its publisher prepares. `live`. `lost`: the publisher is gone and may come back for a
 * minute. `ended`.
 */
export const STREAM_STATES = ['announced', 'waiting', 'live', 'lost', 'ended'] as const;
export type StreamState = (typeof STREAM_STATES)[number];
