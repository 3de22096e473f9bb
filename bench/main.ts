import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchDatabases, type DatabaseName, openBenchDatabases } from './databases.ts';
import { formatGrowthRow, isGrowthMet, summariesOf, writeGrowth } from './growth-report.ts';
import { formatMachineSpeed, sampleMachineSpeed } from './machine-speed.ts';
import { findRegression, machine, printRows, type Row, writeRows } from './report.ts';
import { measureAdmin } from './rows/admin-rows.ts';
import { measureChat, measureChatGrowth } from './rows/chat-rows.ts';
import { measureFeed } from './rows/feed-rows.ts';
import { type GrowthRow, measureGrowth } from './rows/growth-rows.ts';
import { measureMedia } from './rows/media-rows.ts';
import { measureMoney } from './rows/money-rows.ts';
import { measureMusic } from './rows/music-rows.ts';
import { measurePages } from './rows/page-rows.ts';
import { measureNotified, measurePeople } from './rows/people-rows.ts';
import { measurePictures } from './rows/picture-row.ts';
import { measureProduct } from './rows/product-rows.ts';
import { measureSearch, SEARCH_GROUPS } from './rows/search-row.ts';
import { measureFan, measureSockets } from './rows/socket-rows.ts';
import { measureSpeed, SPEED_GROUPS } from './rows/speed-rows.ts';
import { measureStreams } from './rows/stream-rows.ts';
import { measureTranscoding } from './rows/transcoding-rows.ts';
import { identifyRun } from './run-identity.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const DOCUMENT = path.join(ROOT, 'docs/bench.md');
const OPERATOR_SETTINGS = path.join(ROOT, 'deploy/postgres/okolo.conf');
/** Measured when they are asked for: the others are to take at most twelve minutes on two cores. */
const APART = [
  ...['growth', 'notified', 'admin', 'chat growth', 'feed', 'music', 'streams', 'money', 'while-making'],
  ...['pictures', 'sockets', 'fan-out', 'media'],
];

/**
 * `npm run bench` measures what most people meet, and is to take at most twelve minutes; each group tells its seconds. Its
 * rows are written into docs/bench.md. `-- --all` measures the rest as well. `-- --only list` measures only the groups whose name contains the word, and writes
 * with `--write`. `-- --keep DIR` stores the generated databases there for reuse. `-- --growth` compares a whole site with
 * one a hundred times as large instead, and replaces the section of docs/bench.md about it.
 *
 * Exits with 1 where a limit is missed, and where a figure is worse by more than a fifth than in docs/bench.md of the last
 * commit.
 */
const { values: options } = parseArgs({
  options: {
    keep: { type: 'string' },
    only: { type: 'string' },
    all: { type: 'boolean' },
    write: { type: 'boolean' },
    growth: { type: 'boolean' },
  },
});

const begin = performance.now();
const folder = options.keep ?? mkdtempSync(path.join(os.tmpdir(), 'okolo-bench-'));
mkdirSync(folder, { recursive: true });
// PostgreSQL never runs as root, so its account needs access to the cluster.
chmodSync(folder, 0o755);

const isWanted = (name: string): boolean =>
  options.only === undefined ? options.all === true || !APART.includes(name) : name.includes(options.only);
const landed = execFileSync('git', ['show', 'HEAD:./docs/bench.md'], { cwd: ROOT, encoding: 'utf8' });
const run = identifyRun();
if (options.growth) {
  await compareGrowth();
  process.exit();
}

const rows: Row[] = [];
async function measure(name: string, run: () => Promise<Row[]>): Promise<void> {
  if (!isWanted(name)) return;
  const start = performance.now();
  const measured = await run();
  printRows(measured, landed);
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(0)} seconds`);
  rows.push(...measured);
  await sampleMachineSpeed();
}

try {
  const databases = await openBenchDatabases(folder);
  try {
    // The large one takes one processor for minutes.
    if (options.only === undefined)
      await Promise.all([databases.connect('large'), makeInTurn(databases, ['people', 'chat', 'demo'])]);
    if (SPEED_GROUPS.some(isWanted)) await measureSpeed(databases, folder, measure);
    if (SEARCH_GROUPS.some(isWanted)) await measureSearch(databases, folder, measure);
    await measure('site pages', () => measurePages(databases, folder));
    await measure('people', () => measurePeople(databases, folder));
    await measure('notified', () => measureNotified(databases, folder));
    await measure('admin', () => measureAdmin(databases, folder));
    await measure('chat', () => measureChat(databases, folder));
    await measure('chat growth', () => measureChatGrowth(databases, folder));
    await measure('feed', () => measureFeed(databases, folder));
    await measure('music', () => measureMusic(databases, folder));
    await measure('streams', () => measureStreams(databases, folder));
    await measure('money', () => measureMoney(databases, folder));
    await measure('while-making', () => measureTranscoding(databases, folder));
  } finally {
    await databases.stop();
  }
  await measure('pictures', () => measurePictures(folder));
  await measure('sockets', () => measureSockets(folder));
  await measure('fan-out', () => measureFan(folder));
  await measure('media', measureMedia);
  await measure('product', () => measureProduct(folder));
  if (options.only === undefined || options.write) {
    const document = readFileSync(DOCUMENT, 'utf8');
    writeFileSync(DOCUMENT, writeRows(document, rows, { ...run, landed, isWhole: options.all === true }));
  }
} finally {
  if (options.keep === undefined) rmSync(folder, { recursive: true, force: true });
}

async function makeInTurn(databases: BenchDatabases, names: readonly DatabaseName[]): Promise<void> {
  for (const name of names) await databases.connect(name);
}

function readSettings(file: string): Record<string, string> {
  const lines = [...readFileSync(file, 'utf8').matchAll(/^(\w+) = (\S+)$/gm)];
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
}

/** Sets the exit code when a call has grown by more than it may. */
async function compareGrowth(): Promise<void> {
  const databases = await openBenchDatabases(folder, readSettings(OPERATOR_SETTINGS));
  try {
    const print = (row: GrowthRow): void => console.log(formatGrowthRow(row));
    const rows = await measureGrowth(databases, folder, isWanted, print);
    summariesOf(rows).forEach(print);
    if (options.only === undefined) writeGrowth(rows, run, (performance.now() - begin) / 60_000);
    process.exitCode = rows.every(isGrowthMet) ? 0 : 1;
  } finally {
    await databases.stop();
    if (options.keep === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

const missed = rows.filter((row) => row.limit !== '' && !row.isMet).length;
const worse = rows.filter((row) => findRegression(row, landed) !== undefined).length;
const minutes = ((performance.now() - begin) / 60_000).toFixed(1);
console.log(`\n${rows.length} rows in ${minutes} minutes: ${missed} missed, ${worse} worse by more than a fifth`);
console.log(`${machine()}; ${formatMachineSpeed()}`);
process.exit(missed + worse > 0 ? 1 : 0);
