/**
 * `announced`: planned for a date. `waiting`: the publisher prepares. `live`. `lost`: the publisher's connection broke
 * and may come back within a minute. `ended`.
 */
export const STREAM_STATES = ['announced', 'waiting', 'live', 'lost', 'ended'] as const;
export type StreamState = (typeof STREAM_STATES)[number];
