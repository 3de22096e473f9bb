import type { PersonLog } from './logs.ts';

export interface Fault {
  kind: string;
  begin: number;
  /**
   * Time from which the product is unobstructed; for a killed node the time of the kill, because the other node serves.
   */
  end: number;
}

export interface Spread {
  p50: number;
  p95: number;
  p99: number;
  max: number;
  of: number;
}

/** Milliseconds after a fault during which nothing counts as calm. */
const CALM_AFTER_MS = 10_000;

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1) ?? Number.NaN, of: sorted.length };
}

/** Times from sending a message until the recipient sees it: of messages sent without faults, and of all. */
export function deliveryDelays(people: readonly PersonLog[], faults: readonly Fault[]): { calm: Spread; all: Spread } {
  const seenAt = new Map<string, number>();
  for (const { id, dialogs } of people)
    for (const { arrivals } of dialogs)
      for (const { by, id: message, from, at } of arrivals)
        if (by !== 'anew' && by !== 'whole' && from !== id && !seenAt.has(`${message}`)) seenAt.set(`${message}`, at);
  const calm: number[] = [];
  const all: number[] = [];
  for (const { sent } of people) {
    for (const { ackedAt, id, at } of sent) {
      const seen = ackedAt === null ? undefined : seenAt.get(`${id}`);
      if (seen === undefined) continue;
      all.push(seen - at);
      if (!faults.some(({ begin, end }) => at > begin - 1000 && at < end + CALM_AFTER_MS)) calm.push(seen - at);
    }
  }
  return { calm: spreadOf(calm), all: spreadOf(all) };
}

/**
 * Milliseconds from the end of each fault until each user has an acknowledgement and receives another user's message,
 * including the time until a message is sent. A user for whom the next fault comes first counts as never recovered:
 * Infinity.
 */
export function recoveries(
  people: readonly PersonLog[],
  faults: readonly Fault[],
  until: number,
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [i, { kind, end }] of faults.entries()) {
    const limit = faults[i + 1]?.begin ?? until;
    const times = found.get(kind) ?? [];
    found.set(kind, times);
    for (const person of people) {
      const at = Math.max(firstAcknowledgement(person, end), firstReceived(person, end));
      times.push(at <= limit ? at - end : Number.POSITIVE_INFINITY);
    }
  }
  return found;
}

function firstAcknowledgement({ sent }: PersonLog, after: number): number {
  let first = Number.POSITIVE_INFINITY;
  for (const { ackedAt } of sent) if (ackedAt !== null && ackedAt > after && ackedAt < first) first = ackedAt;
  return first;
}

function firstReceived({ id, dialogs }: PersonLog, after: number): number {
  let first = Number.POSITIVE_INFINITY;
  for (const { arrivals } of dialogs)
    for (const { by, from, at } of arrivals) if (by === 'line' && from !== id && at > after && at < first) first = at;
  return first;
}
