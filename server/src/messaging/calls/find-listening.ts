import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { listSharedTracks } from '../../publishing/music/music.public.ts';
import type { ListeningStep } from './call-listening.ts';

/**
 * Makes a step of tracks that the viewer sees, in the order of the ids; undefined when there are none. The lengths come
 * from the recordings, because every participant counts by them.
 */
export async function findListening(
  services: Services,
  viewer: SignedInViewer,
  { track_ids, index }: { track_ids: readonly number[]; index: number },
): Promise<ListeningStep | undefined> {
  const found = await listSharedTracks(services, viewer, track_ids);
  const tracks = [...new Set(track_ids)].flatMap((id) => {
    const durationMs = found.get(id)?.track.duration_ms ?? 0;
    return durationMs > 0 ? [{ id, durationMs }] : [];
  });
  if (tracks.length === 0) return undefined;
  const first = tracks.findIndex(({ id }) => id === track_ids[index]);
  return { is: 'start', tracks, index: Math.max(0, first) };
}
