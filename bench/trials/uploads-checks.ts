import type { CheckResult } from '../load/checks.ts';
import type { Judged } from './trial.ts';

/** A file of the trial and what is known of it at the end. */
export interface UploadTruth {
  name: string;
  sha256: string;
  /** The product answered that the file is a track now. */
  isAcknowledged: boolean;
  /** Of the bytes that its address gives to its owner; undefined when it gives none. */
  servedSha256: string | undefined;
  /** Tracks of its owner that have this content. */
  tracks: number;
  /** How often the server said that it has fewer bytes than it had acknowledged before. */
  setBacks: number;
}

const EXAMPLES_MAX = 5;

/** Kills that break nothing prove nothing. */
export const judgeBreaks = (kills: number, broken: number): Judged => ({
  what: 'Requests that broke and were taken up again',
  result: broken.toLocaleString('en'),
  limit: `≥ ${kills}`,
  isMet: broken >= kills,
});

/** Every count must be 0. */
export function checkUploads(uploads: readonly UploadTruth[]): CheckResult[] {
  const count = (what: string, isWrong: (upload: UploadTruth) => boolean): CheckResult => {
    const wrong = uploads.filter(isWrong);
    return {
      what,
      count: wrong.length,
      examples: wrong.slice(0, EXAMPLES_MAX).map((upload) => JSON.stringify(upload)),
    };
  };
  return [
    count(
      'Acknowledged files lost',
      ({ isAcknowledged, servedSha256, tracks }) => isAcknowledged && (servedSha256 === undefined || tracks === 0),
    ),
    count(
      'Acknowledged files changed: another SHA-256',
      ({ isAcknowledged, servedSha256, sha256 }) =>
        isAcknowledged && servedSha256 !== undefined && servedSha256 !== sha256,
    ),
    count('Files that are there twice', ({ tracks }) => tracks > 1),
    count('Files whose acknowledged bytes were forgotten', ({ setBacks }) => setBacks > 0),
    count('Files that did not get through', ({ isAcknowledged }) => !isAcknowledged),
  ];
}
