import type { Playlist, Track } from '@app/contract/publishing/music';
import { useEffect, useState } from 'react';
import { musicApi } from '#contract/publishing/music';
import { call } from '../../../platform/call.ts';
import { useMusicChanges } from '../tracks/track-dialog-request.ts';

/** Playlist images by id, requested once each; null: the playlist has no image. */
const known = new Map<number, Promise<string | null>>();

function imageOf(id: number): Promise<string | null> {
  const pending = known.get(id);
  if (pending) return pending;
  const asking = call(musicApi.playlist, { params: { id } }).then(
    ({ image }: Playlist) => image,
    () => null,
  );
  known.set(id, asking);
  return asking;
}

/** Image of a track: its own or that of its playlist; null until it is known and where the generated cover is shown. */
export function usePlaylistImage({ cover, playlist_id }: Track): string | null {
  const [image, setImage] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    setImage(null);
    if (cover === null) void imageOf(playlist_id).then((found) => !isGone && setImage(found));
    return () => {
      isGone = true;
    };
  }, [cover, playlist_id]);
  useMusicChanges((change) => {
    if (change.kind !== 'playlistChanged') return;
    known.set(change.playlist.id, Promise.resolve(change.playlist.image));
    if (change.playlist.id === playlist_id) setImage(change.playlist.image);
  });
  return cover ?? image;
}
