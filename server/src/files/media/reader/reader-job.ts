/** What the server asks of a reader. All paths are absolute. */
export type ReaderJob =
  | { kind: 'video'; source: string; outFolder: string; maxDurationMs: number }
  | { kind: 'audio'; source: string };

export interface VideoReading {
  /** Pixels, upright, square. */
  width: number;
  height: number;
  durationMs: number;
  /** As mediabunny calls it; null: none that it knows. */
  videoCodec: string | null;
  audioCodec: string | null;
  hasAudio: boolean;
  tracks: number;
  /** The same pictures and sounds in a container that browsers play, with nothing else of what was sent; null when they play none of it. */
  playable: { path: string; mime: 'video/mp4' | 'video/webm' } | null;
}

export interface AudioReading {
  durationMs: number;
  container: string;
  codec: string;
  hasVideo: boolean;
  title: string;
  artist: string;
  album: string;
  cover: Uint8Array | null;
}

export type ReaderReply =
  | { type: 'ready' }
  | { type: 'video'; reading: VideoReading }
  | { type: 'audio'; reading: AudioReading }
  | { type: 'refused'; reason: string };
