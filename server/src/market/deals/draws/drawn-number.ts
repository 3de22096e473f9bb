import { createHash } from 'node:crypto';

/** SHA-256 of ASCII text, in hexadecimal digits. */
export const sha256 = (text: string): string => createHash('sha256').update(text, 'ascii').digest('hex');

/**
 * The number that is drawn in a round, from 1, among the numbers that are left. Anybody can repeat it with the published
 * seed: the contract says how. The remainder prefers no number noticeably, as 2^256 is so much more than any count.
 */
export function drawnNumber(seed: string, round: number, left: readonly number[]): number {
  const place = Number(BigInt(`0x${sha256(`${seed}:${round}`)}`) % BigInt(left.length));
  const number = left.toSorted((a, b) => a - b)[place];
  if (number === undefined) throw new Error('A draw needs numbers');
  return number;
}
