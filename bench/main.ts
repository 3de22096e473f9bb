import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openBenchDatabases } from './databases.ts';
import { formatGrowthRow, isGrowthMet, summariesOf, writeGrowth } from './growth-report.ts';
import { printRows, type Row, writeReport } from './report.ts';
import { measureAdmin } from './rows/admin-rows.ts';
import { measureChat } from './rows/chat-rows.ts';
import { measureFeed } from './rows/feed-rows.ts';
import { type GrowthRow, measureGrowth } from './rows/growth-rows.ts';
import { measureMedia } from './rows/media-rows.ts';
import { measureMoney } from './rows/money-rows.ts';
import { measureMusic } from './rows/music-rows.ts';
import { measurePages } from './rows/page-rows.ts';
import { measurePeople } from './rows/people-rows.ts';
import { measurePictures } from './rows/picture-row.ts';
import { measureProduct } from './rows/product-rows.ts';
import { measureSearch, SEARCH_GROUPS } from './rows/search-row.ts';
import { measureFan, measureSockets } from './rows/socket-rows.ts';
import { measureSpeed, SPEED_GROUPS } from './rows/speed-rows.ts';
import { measureStreams } from './rows/stream-rows.ts';
import { measureTranscoding } from './rows/transcoding-rows.ts';
import { identifyRun } from './run-identity.ts';

/**
 * `npm run bench` measures everything and writes docs/bench.md. `-- --keep DIR` stores the generated databases there
 * for reuse; `-- --only list` measures only the groups whose name contains the word, and writes nothing. `-- --growth`
 * compares a whole site with one a hundred times as large instead, and replaces the section of docs/bench.md about it.
 */
const { values: options } = parseArgs({
  options: { keep: { type: 'string' }, only: { type: 'string' }, growth: { type: 'boolean' } },
});

const begin = performance.now();
const folder = options.keep ?? mkdtempSync(path.join(os.tmpdir(), 'okolo-bench-'));
mkdirSync(folder, { recursive: true });
// PostgreSQL never runs as root, so its account needs access to the cluster.
chmodSync(folder, 0o755);

const isWanted = (name: string): boolean => options.only === undefined || name.includes(options.only);
if (options.growth) {
  await compareGrowth();
  process.exit();
}

const rows: Row[] = [];
async function measure(name: string, run: () => Promise<Row[]>): Promise<void> {
  if (!isWanted(name)) return;
  const measured = await run();
  printRows(measured);
  rows.push(...measured);
}

try {
  const databases = await openBenchDatabases(folder);
  try {
    if (SPEED_GROUPS.some(isWanted)) await measureSpeed(databases, folder, measure);
    if (SEARCH_GROUPS.some(isWanted)) await measureSearch(databases, folder, measure);
    await measure('site pages', () => measurePages(databases, folder));
    await measure('people', () => measurePeople(databases, folder));
    await measure('admin', () => measureAdmin(databases, folder));
    await measure('chat', () => measureChat(databases, folder));
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
  if (options.only === undefined) writeReport(rows, (performance.now() - begin) / 60_000);
} finally {
  if (options.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
/** Sets the exit code when a call has grown by more than it may. */
async function compareGrowth(): Promise<void> {
  const databases = await openBenchDatabases(folder);
  try {
    const run = identifyRun();
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
console.log(`\n${rows.length - missed} figures as wanted, ${missed} limits missed`);
process.exit(missed > 0 ? 1 : 0);
