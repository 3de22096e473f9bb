import type { Stream } from '@app/contract/live/streams';

export const streamsPath = (userId: number): string => `/user/${userId}/streams`;

export const streamPath = ({ user_id, stream_id }: Pick<Stream, 'user_id' | 'stream_id'>): string =>
  `${streamsPath(user_id)}/${stream_id}`;

export const calendarPath = (streamId: number): string => `/api/streams/${streamId}/calendar.ics`;
