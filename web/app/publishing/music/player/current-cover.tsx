import type { Track } from '@app/contract/publishing/music';
import { PlaylistCover } from '../playlists/playlist-cover.tsx';
import { usePlaylistImage } from '../playlists/use-playlist-image.ts';

export function CurrentCover({ track, size, radius }: { track: Track; size?: number; radius: number }) {
  const image = usePlaylistImage(track);
  return <PlaylistCover id={track.playlist_id} image={image} size={size} radius={radius} />;
}
