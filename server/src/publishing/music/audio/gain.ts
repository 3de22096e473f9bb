import { LOUDNESS_TARGET_LUFS } from '@app/contract/publishing/music';

/** More than this only lifts the noise of what was recorded too quietly. */
const GAIN_MAX_DB = 12;
const GAIN_MIN_DB = -24;

/** What to add to a recording to be as loud as the others, decibel. Nothing is lifted so far that its peaks leave full scale. */
export function gainOf({ lufs, peak_db }: { lufs: number | null; peak_db: number | null }): number {
  if (lufs === null) return 0;
  const wanted = LOUDNESS_TARGET_LUFS - lufs;
  const room = Math.max(0, -(peak_db ?? 0));
  const gain = Math.max(GAIN_MIN_DB, Math.min(wanted, wanted > 0 ? Math.min(room, GAIN_MAX_DB) : 0));
  return Math.round(gain * 10) / 10 || 0;
}
