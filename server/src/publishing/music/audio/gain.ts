import { LOUDNESS_TARGET_LUFS } from '@app/contract/publishing/music';

/** More gain would mainly raise the noise of a recording made too quietly. */
const GAIN_MAX_DB = 12;
const GAIN_MIN_DB = -24;

/** The gain in dB that brings a recording to the common loudness while its peaks stay within full scale. */
export function gainOf({ lufs, peak_db }: { lufs: number | null; peak_db: number | null }): number {
  if (lufs === null) return 0;
  const wanted = LOUDNESS_TARGET_LUFS - lufs;
  const room = Math.max(0, -(peak_db ?? 0));
  const gain = Math.max(GAIN_MIN_DB, Math.min(wanted, wanted > 0 ? Math.min(room, GAIN_MAX_DB) : 0));
  return Math.round(gain * 10) / 10 || 0;
}
