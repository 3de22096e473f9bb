import { expect, test } from 'vitest';
import { type Advisory, ageOf, compareVersions, findKnownHoles } from './advisory-rules.ts';

const NOW = new Date('2026-11-28T12:00:00Z');
const daysAgo = (days: number): string => new Date(NOW.getTime() - days * 86_400_000).toISOString();

interface MadeUp extends Partial<Advisory> {
  name?: string;
  events?: { introduced?: string; fixed?: string; last_affected?: string }[];
  severity?: string;
}

const advisory = ({
  name = 'boat',
  events = [{ introduced: '0' }, { fixed: '2.0.0' }],
  severity = 'HIGH',
  ...rest
}: MadeUp = {}): Advisory => ({
  id: 'GHSA-made-up',
  published: daysAgo(1),
  modified: daysAgo(1),
  affected: [{ package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', events }] }],
  database_specific: { severity },
  ...rest,
});
const idsOf = (version: string, ...advisories: Advisory[]) =>
  findKnownHoles([{ name: 'boat', version }], advisories, NOW).map(({ id }) => id);

test('versions are ordered as SemVer says', () => {
  const inOrder = [
    ...['0.9.9', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1'],
    ...['1.0.0', '1.0.1', '1.2.0', '1.10.0', '10.0.0'],
  ];
  expect([...inOrder].reverse().sort(compareVersions)).toEqual(inOrder);
  expect(compareVersions('1.0.0+linux', '1.0.0')).toBe(0);
});

test.each([
  ['1.9.9', [{ introduced: '0' }, { fixed: '2.0.0' }], true],
  ['2.0.0', [{ introduced: '0' }, { fixed: '2.0.0' }], false],
  ['2.0.0-beta.1', [{ introduced: '0' }, { fixed: '2.0.0' }], true],
  ['0.9.0', [{ introduced: '1.0.0' }, { fixed: '2.0.0' }], false],
  ['1.4.0', [{ introduced: '1.0.0' }, { last_affected: '1.4.0' }], true],
  ['1.4.1', [{ introduced: '1.0.0' }, { last_affected: '1.4.0' }], false],
  ['3.1.0', [{ introduced: '1.0.0' }, { fixed: '2.0.0' }, { introduced: '3.0.0' }, { fixed: '3.2.0' }], true],
  ['2.5.0', [{ introduced: '1.0.0' }, { fixed: '2.0.0' }, { introduced: '3.0.0' }, { fixed: '3.2.0' }], false],
  ['99.0.0', [{ introduced: '1.0.0' }], true],
])('%s within %j: %s', (version, events, isFound) => {
  expect(idsOf(version, advisory({ events }))).toEqual(isFound ? ['GHSA-made-up'] : []);
});

test('single versions are found by name; other packages, other registries and withdrawn reports are not', () => {
  const listed = { package: { ecosystem: 'npm', name: 'boat' }, versions: ['1.0.0'] };
  expect(idsOf('1.0.0', advisory({ affected: [listed] }))).toHaveLength(1);
  expect(idsOf('1.0.1', advisory({ affected: [listed] }))).toEqual([]);
  expect(idsOf('1.0.0', advisory({ name: 'boats' }))).toEqual([]);
  expect(idsOf('1.0.0', advisory({ affected: [{ ...listed, package: { ecosystem: 'PyPI', name: 'boat' } }] }))).toEqual(
    [],
  );
  expect(idsOf('1.0.0', advisory({ withdrawn: daysAgo(0) }))).toEqual([]);
});

test('critical holes have 7 days, high ones 30 and others 90, and the latest stand first', () => {
  const published = daysAgo(20);
  const severities = ['LOW', 'MODERATE', 'HIGH', 'CRITICAL', undefined];
  const found = findKnownHoles(
    [{ name: 'boat', version: '1.0.0' }],
    [
      ...severities.map((severity) =>
        advisory({ id: `of ${severity}`, published, ...(severity ? { severity } : { database_specific: {} }) }),
      ),
      advisory({ id: 'of no day', published: undefined }),
    ],
    NOW,
  );
  expect(found.map(({ id, daysLeft }) => [id, daysLeft])).toEqual([
    ['of no day', expect.any(Number)],
    ['of CRITICAL', -13],
    ['of HIGH', 10],
    ['of LOW', 70],
    ['of MODERATE', 70],
    ['of undefined', 70],
  ]);
  expect(found[0]?.daysLeft).toBeLessThan(0);
});

test('a list is as old as what changed in it last', () => {
  expect(ageOf([advisory({ modified: daysAgo(50) }), advisory({ modified: daysAgo(3) })], NOW)).toBe(3);
  expect(ageOf([], NOW)).toBeGreaterThan(10_000);
});
