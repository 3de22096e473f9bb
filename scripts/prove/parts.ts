/** What one command proves, on its own. */
export interface Part {
  name: string;
  command: readonly string[];
  /** The same in a few minutes: a smoke run. */
  short: readonly string[];
  /** Ends by itself long before, on a busy machine too. */
  limitMinutes: number;
  environment?: Readonly<Record<string, string>>;
  /** Programs without which a part of it does not run, and the packages of Debian that bring them. */
  programs?: Readonly<Record<string, string>>;
  /** It has a table of its own in a document. */
  hasTable?: boolean;
  /** The command ends with this code where it cannot run here, and has said what is missing. */
  cannotRunCode?: number;
  /** What of its output stands in the table: the first group of each match, in this order. */
  figures: readonly RegExp[];
}

const LONG = { LONG_TESTS: 'on' };
const SHORT_TEST = 'contract/src/platform/fields.test.ts';
const node = (...words: string[]): string[] => [process.execPath, ...words];
/** The result in a row of a table that the command printed, alone and with what the row says. */
const row = (what: string): RegExp => new RegExp(`^\\| ${what} \\| ([^|]+) \\|`, 'm');
const rowNamed = (what: string): RegExp => new RegExp(`^\\| (${what} \\| [^|]+) \\|`, 'm');
const PLAYWRIGHT = [/^ +(\d+ passed)/m, /^ +(\d+ failed)/m, /^ +(\d+ flaky)/m, /^ +(\d+ skipped)/m];

/** A trial of `npm run load`, at its full number and at a small one. */
function trial(name: string, limitMinutes: number, short: string, figures: readonly RegExp[]): Part {
  return {
    name: `load:${name}`,
    command: node('scripts/load.mjs', name, '--first'),
    short: node('scripts/load.mjs', name, ...short.split(' ')),
    limitMinutes,
    hasTable: true,
    cannotRunCode: 2,
    figures,
  };
}

const TESTS: readonly Part[] = [
  {
    name: 'check',
    command: node('scripts/check.mjs'),
    short: node('scripts/check.mjs'),
    limitMinutes: 20,
    figures: [/^check: (.+)$/m],
  },
  {
    name: 'asvs',
    command: node('scripts/checks/check-asvs.ts'),
    short: node('scripts/checks/check-asvs.ts'),
    limitMinutes: 2,
    figures: [/^asvs: (.+)$/m],
  },
  {
    name: 'sbom',
    command: node('scripts/sbom.ts'),
    short: node('scripts/sbom.ts'),
    limitMinutes: 5,
    figures: [/^(\d+ components)/m],
  },
  {
    name: 'tests',
    command: ['npx', 'vitest', 'run', '--reporter=verbose'],
    short: ['npx', 'vitest', 'run', '--reporter=verbose', SHORT_TEST],
    limitMinutes: 120,
    environment: LONG,
    programs: { turnserver: 'coturn', promtool: 'prometheus', 'redis-server': 'redis-server', mpv: 'mpv' },
    figures: [/^ +Tests +(.+)$/m, /^ +Test Files +(.+)$/m],
  },
  {
    name: 'journeys',
    command: node('scripts/e2e.mjs'),
    short: node('scripts/e2e.mjs', '--project=desktop', 'market/map.e2e'),
    limitMinutes: 120,
    environment: LONG,
    figures: PLAYWRIGHT,
  },
  {
    name: 'engines',
    command: node('scripts/engines.mjs'),
    short: node('scripts/engines.mjs', 'browse'),
    limitMinutes: 60,
    figures: PLAYWRIGHT,
  },
];

const TRIALS: readonly Part[] = [
  {
    name: 'fuzz',
    command: node('scripts/fuzz.mjs', ...'--requests 300000 --frames 100000 --first'.split(' ')),
    short: node('scripts/fuzz.mjs', '--requests', '2000', '--frames', '500'),
    limitMinutes: 90,
    hasTable: true,
    figures: [
      rowNamed('requests'),
      rowNamed('frames'),
      rowNamed('resident set [^|]+'),
      rowNamed('kinds of findings[^|]+'),
    ],
  },
  {
    name: 'load',
    command: node('scripts/load.mjs', '--first'),
    short: node('scripts/load.mjs', ...'--users 24 --rate 12 --seconds 40 --faults kill'.split(' ')),
    limitMinutes: 30,
    figures: [/^(\d+ people, .+);$/m, row('Acknowledged'), rowNamed('Sending and receiving again after a fault, p95')],
  },
  trial('sockets', 45, '--sockets 200 --rate 10 --seconds 30', [
    row('Acknowledged'),
    rowNamed('Written → acknowledged'),
    rowNamed('Memory of the node'),
  ]),
  trial('payments', 20, '--payers 20 --kills 2', [row('Paid at the provider'), rowNamed('Kills in the middle [^|]+')]),
  trial('uploads', 30, '--uploads 20 --kills 2', [row('Files'), rowNamed('A web node killed')]),
  trial('personal-data', 30, '--people 10 --kills 2', [
    /^(\d+ people ask .+?);/m,
    rowNamed('Kills in the middle [^|]+'),
  ]),
  {
    name: 'conference',
    command: node('scripts/conference.mjs', ...'--minutes 10 --people 8 --first'.split(' ')),
    short: node('scripts/conference.mjs', '--minutes', '0.2', '--people', '2'),
    limitMinutes: 20,
    figures: [/^(Nobody dropped out\..+)$/m],
  },
];

const DRILLS: readonly Part[] = [
  {
    name: 'drill',
    command: node('scripts/drill.mjs', '--first'),
    short: node('scripts/drill.mjs', ...'--users 12 --rate 12 --slot 20 --faults web-kill'.split(' ')),
    limitMinutes: 45,
    hasTable: true,
    programs: { iptables: 'iptables' },
    cannotRunCode: 2,
    figures: [/(\d+ faults), seed/m, /^Acknowledged: (.+? messages)/m],
  },
  {
    name: 'drill:restore',
    command: node('scripts/prove/restore-demo.ts'),
    short: node('scripts/prove/restore-demo.ts'),
    limitMinutes: 20,
    figures: [/^(Copied in .+)\.$/m, /^(Everything came back)\.$/m],
  },
];

/** The commit that `drill:upgrade` replaces is told, so that one run can be compared with the next. */
function upgradeFrom(commit: string): Part {
  const command = node('scripts/drill-upgrade.mjs', '--from', commit);
  return {
    name: 'drill:upgrade',
    command,
    short: [...command, '--users', '12', '--rate', '6'],
    limitMinutes: 60,
    programs: { haproxy: 'haproxy' },
    figures: [/^(From .+?), \d+ people/m, row('Messages acknowledged'), rowNamed('Migrations while [^|]+')],
  };
}

/** Everything that stands proved, the short ones first. */
export const partsOf = (olderCommit: string): readonly Part[] => [
  ...TESTS,
  ...TRIALS,
  ...DRILLS,
  upgradeFrom(olderCommit),
];
