import type { Track } from '@app/contract/publishing/music';
import { type CoverRadius, PlaylistCover } from '../playlists/playlist-cover.tsx';
import { usePlaylistImage } from '../playlists/use-playlist-image.ts';

/** The cover of what is on: its own picture, or that of its playlist. */
export function CurrentCover({ track, size, radius }: { track: Track; size?: number; radius: CoverRadius }) {
  const image = usePlaylistImage(track);
  return <PlaylistCover id={track.playlist_id} image={image} size={size} radius={radius} />;
}
