import { formatDate } from '../../platform/format/format.ts';

const NAMED_BY_DAY = /^(\d{4}-\d\d-\d\d)(?:-(\d+))?$/;

/** A version is named after its first day: 27.11.2026, and 27.11.2026 (2) for the second one of that day. */
export function formatVersion(version: string): string {
  const [, day, count] = NAMED_BY_DAY.exec(version) ?? [];
  if (day === undefined) return version;
  return count === undefined ? formatDate(day) : `${formatDate(day)} (${count})`;
}
