import os from 'node:os';
import type { CheckResult } from '../load/checks.ts';
import type { LoadReport } from '../load/run-load.ts';
import type { VisitorFigures } from './visitors.ts';

export interface Upgrade {
  older: string;
  newer: string;
  report: LoadReport;
  visits: VisitorFigures & { openPages: VisitorFigures };
  /** Applied while nodes of the older version served. */
  migrations: readonly string[];
  /** Whether the older version stores its files for pages that stay open. */
  isOlderSharing: boolean;
}

const EXAMPLES_MAX = 10;

/** What must be 0: what is lost, and every call that failed, whether or not somebody tried it again. */
export function judgeUpgrade({ report, visits, isOlderSharing }: Upgrade): CheckResult[] {
  const failed = Object.entries(report.calls).filter(([status]) => !/^2\d\d$/.test(status));
  const failures = (what: string, list: readonly string[]): CheckResult => ({
    what,
    count: list.length,
    examples: list.slice(0, EXAMPLES_MAX),
  });
  return [
    {
      what: 'Failed calls of people who write',
      count: failed.reduce((sum, [, count]) => sum + count, 0),
      examples: failed.map(([status, count]) => `${status}: ${count}`),
    },
    failures('Failed requests of guests: pages, scripts, lists', visits.failures),
    ...(isOlderSharing
      ? [failures('Scripts of pages of before that are not there afterwards', visits.openPages.failures)]
      : []),
    failures(
      'Kinds of visits that nobody made',
      Object.entries({ guests: visits.asked, 'scripts of before': visits.openPages.asked }).flatMap(([kind, asked]) =>
        asked === 0 ? [kind] : [],
      ),
    ),
    ...report.checks,
  ];
}

export function formatUpgrade(
  { older, newer, report, visits, migrations, isOlderSharing }: Upgrade,
  verdicts: readonly CheckResult[],
): string {
  const { options, load, connection, faults } = report;
  const seconds = (ms: number): string => (Number.isFinite(ms) ? `${(ms / 1000).toFixed(1)} s` : 'never');
  const calls = Object.values(report.calls).reduce((sum, count) => sum + count, 0);
  return [
    `From ${older} to ${newer}, ${options.users} people, ${options.rate} messages a second, ${report.redis}, HAProxy with the shipped file;`,
    `${os.cpus().length} cores, load ${load.before.toFixed(1)} before and ${load.after.toFixed(1)} after.`,
    '',
    '| what | result | limit | |',
    '|---|---|---|---|',
    ...verdicts.map(
      ({ what, count }) => `| ${what} | ${count.toLocaleString('en')} | 0 | ${count === 0 ? 'met' : '**missed**'} |`,
    ),
    `| Migrations while the older one served | ${migrations.length === 0 ? 'none: `migrate` had nothing to do' : `${migrations.length}: ${migrations.join(', ')}`} | | |`,
    `| Calls of people who write | ${calls.toLocaleString('en')} | | |`,
    `| Requests of guests | ${visits.asked.toLocaleString('en')}, and ${visits.openPages.asked} scripts of before | | |`,
    ...(isOlderSharing
      ? []
      : [
          `| Scripts of before that are gone: the older one did not store them yet | ${visits.openPages.failures.length} | | |`,
        ]),
    `| Messages acknowledged | ${report.acknowledged.toLocaleString('en')} of ${report.written.toLocaleString('en')} | | |`,
    `| Lines | opened ${connection.opened}, broken ${connection.broken}, told to read anew ${connection.limited} | | |`,
    `| How long | ${faults.map(({ kind, begin, end }) => `${kind} ${seconds(end - begin)}`).join(', ')} | | |`,
  ].join('\n');
}
