import { expect, test } from 'vitest';
import { judgeUpgrade, type Upgrade } from './print-upgrade.ts';

const found = (changes: Partial<Upgrade>, calls: Record<string, number> = { 200: 5 }): string[] =>
  judgeUpgrade({
    ...{ older: 'a', newer: 'b', migrations: [], isOlderSharing: true },
    report: { calls, checks: [] } as unknown as Upgrade['report'],
    visits: { asked: 4, failures: [], openPages: { asked: 3, failures: [] } },
    ...changes,
  }).flatMap(({ what, count }) => (count > 0 ? [what] : []));

test('an upgrade passes when everybody asked and nobody was refused', () => {
  expect(found({})).toEqual([]);
  expect(found({}, { 200: 5, 503: 1 })).toEqual(['Failed calls of people who write']);
  const refused = { asked: 4, failures: ['/: 502'], openPages: { asked: 3, failures: ['/assets/a.js: 404'] } };
  expect(found({ visits: refused })).toEqual([
    'Failed requests of guests: pages, scripts, lists',
    'Scripts of pages of before that are not there afterwards',
  ]);
});

test('an upgrade that nobody visited proves nothing', () => {
  const nobody = { asked: 0, failures: [], openPages: { asked: 0, failures: [] } };
  expect(found({ visits: nobody })).toEqual(['Kinds of visits that nobody made']);
});
