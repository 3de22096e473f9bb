import { streamsApi } from '#contract/live/streams';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { streamPath } from './stream-address.ts';

/** Returns the path of the user's running stream when starting another one was refused because of that stream. */
export async function findRunningStream(error: unknown, userId: number): Promise<string | null> {
  if (!isApiError(error) || error.body.code !== 'stream_running') return null;
  const { streams } = await call(streamsApi.list, { query: { user_id: userId } });
  const [running] = streams;
  return running === undefined ? null : streamPath(running);
}
