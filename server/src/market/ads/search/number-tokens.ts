import { ATTRIBUTE_NUMBER_MAX } from '@app/contract/reference/attributes';

/** Leading digits that `ads_attribute_tokens` distinguishes. */
const PREFIX_DIGITS_MAX = 4;
const DIGITS = '0123456789';

/**
 * Returns the tokens, as written by `ads_attribute_tokens`, of which every number in the range has at least one: the
 * shortest prefixes that cover the range. At the ends the prefixes may cover slightly more.
 */
export function rangeTokens(id: number, { from, to }: { from: number | null; to: number | null }): string[] {
  const low = Math.floor(from ?? 0);
  const high = Math.floor(to ?? ATTRIBUTE_NUMBER_MAX);
  const tokens: string[] = [];
  for (let length = String(low).length; length <= String(high).length; length += 1) {
    coverRange('', length, { low, high }, (digits) => tokens.push(`${id}:${length}${digits && `.${digits}`}`));
  }
  return tokens;
}

function coverRange(
  beginning: string,
  length: number,
  range: { low: number; high: number },
  addToken: (beginning: string) => void,
): void {
  const first = Number(beginning.padEnd(length, '0'));
  const last = Number(beginning.padEnd(length, '9'));
  if (last < range.low || first > range.high) return;
  const isWithin = first >= range.low && last <= range.high;
  if (isWithin || beginning.length === Math.min(length, PREFIX_DIGITS_MAX)) addToken(beginning);
  else for (const digit of DIGITS) coverRange(beginning + digit, length, range, addToken);
}
