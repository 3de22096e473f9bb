/** A segment of a recording; its file name contains all of these fields. */
export interface SegmentName {
  /** Start of the session in milliseconds since the epoch; a session is one connection of a publisher. */
  session: number;
  index: number;
  /** Milliseconds since the beginning of the session. */
  startMs: number;
  durationMs: number;
  codec: 'vp8' | 'h264';
  width: number;
  height: number;
}

const NAME = /^(\d{1,15})-(\d{1,7})-(\d{1,9})-([1-9]\d{0,6})-(vp8|h264)-(\d{1,5})x(\d{1,5})\.mkv$/;

export const formatSegmentName = ({ session, index, startMs, durationMs, codec, width, height }: SegmentName): string =>
  `${session}-${index}-${startMs}-${durationMs}-${codec}-${width}x${height}.mkv`;

export function parseSegmentName(file: string): SegmentName | undefined {
  const [, session, index, startMs, durationMs, codec, width, height] = NAME.exec(file) ?? [];
  if (codec !== 'vp8' && codec !== 'h264') return undefined;
  return {
    session: Number(session),
    index: Number(index),
    startMs: Number(startMs),
    durationMs: Number(durationMs),
    codec,
    width: Number(width),
    height: Number(height),
  };
}
