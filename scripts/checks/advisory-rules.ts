import type { Dependency } from './supply-chain-rules.ts';

/** A hole of packages in the format of OSV (https://ossf.github.io/osv-schema), as GitHub publishes them too. */
export interface Advisory {
  id: string;
  summary?: string;
  published?: string;
  modified?: string;
  withdrawn?: string;
  affected?: readonly Affected[];
  database_specific?: { severity?: string };
}

interface Affected {
  package?: { ecosystem?: string; name?: string };
  ranges?: readonly { type?: string; events?: readonly RangeEvent[] }[];
  versions?: readonly string[];
}

interface RangeEvent {
  introduced?: string;
  fixed?: string;
  last_affected?: string;
}

interface KnownHole {
  package: string;
  id: string;
  severity: string;
  summary: string;
  /** Until it has to be mended; below zero it is late. */
  daysLeft: number;
}

/** Days from the day that a hole is published: the times of SECURITY.md. */
const DAYS: Readonly<Record<string, number>> = { CRITICAL: 7, HIGH: 30 };
const OTHER_DAYS = 90;
const DAY_MS = 86_400_000;

/** Compares two versions by the precedence of SemVer 2.0.0. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [parse(one), parse(other)];
  for (const index of [0, 1, 2]) {
    const difference = (first.numbers[index] ?? 0) - (second.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (first.before.length === 0 || second.before.length === 0) return second.before.length - first.before.length;
  for (let index = 0; index < Math.max(first.before.length, second.before.length); index += 1) {
    const order = compareParts(first.before[index], second.before[index]);
    if (order !== 0) return order;
  }
  return 0;
}

function parse(version: string): { numbers: number[]; before: string[] } {
  const [released = ''] = version.split('+', 1);
  const [numbers = '', ...before] = released.split('-');
  return {
    numbers: numbers.split('.').map(Number),
    before: before.length === 0 ? [] : before.join('-').split('.'),
  };
}

/** Numbers go before words, and a list that ends before one that goes on. */
function compareParts(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber && isOtherNumber) return Number(one) - Number(other);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function isWithin(version: string, events: readonly RangeEvent[]): boolean {
  let isAffected = false;
  for (const { introduced, fixed, last_affected } of events) {
    if (introduced !== undefined && (introduced === '0' || compareVersions(version, introduced) >= 0))
      isAffected = true;
    if (fixed !== undefined && compareVersions(version, fixed) >= 0) isAffected = false;
    if (last_affected !== undefined && compareVersions(version, last_affected) > 0) isAffected = false;
  }
  return isAffected;
}

const isAffected = (version: string, { ranges = [], versions = [] }: Affected): boolean =>
  versions.includes(version) || ranges.some(({ type, events = [] }) => type === 'SEMVER' && isWithin(version, events));

/** Holes of the packages, those first that are late. */
export function findKnownHoles(
  dependencies: readonly Pick<Dependency, 'name' | 'version'>[],
  advisories: readonly Advisory[],
  now: Date,
): KnownHole[] {
  const byName = Map.groupBy(dependencies, ({ name }) => name);
  const found = new Map<string, KnownHole>();
  for (const advisory of advisories) {
    if (advisory.withdrawn !== undefined) continue;
    for (const affected of advisory.affected ?? []) {
      if (affected.package?.ecosystem !== 'npm') continue;
      for (const { name, version } of byName.get(affected.package.name ?? '') ?? []) {
        if (!isAffected(version, affected)) continue;
        const hole = describe(`${name}@${version}`, advisory, now);
        found.set(`${hole.package} ${hole.id}`, hole);
      }
    }
  }
  return [...found.values()].sort((one, other) => one.daysLeft - other.daysLeft);
}

function describe(name: string, { id, summary = '', published, database_specific }: Advisory, now: Date): KnownHole {
  const severity = database_specific?.severity?.toUpperCase() ?? 'UNKNOWN';
  // What has no date counts from the first day that there were such lists: it is late.
  const since = published === undefined ? 0 : Date.parse(published);
  const daysLeft = (DAYS[severity] ?? OTHER_DAYS) - Math.floor((now.getTime() - since) / DAY_MS);
  return { package: name, id, severity, summary, daysLeft };
}

/** Days since something in the list changed, which tells how old the list is. */
export function ageOf(advisories: readonly Advisory[], now: Date): number {
  const newest = Math.max(0, ...advisories.map(({ modified = '' }) => Date.parse(modified) || 0));
  return Math.floor((now.getTime() - newest) / DAY_MS);
}
