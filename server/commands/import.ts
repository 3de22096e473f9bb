import { appendFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import cliProgress from 'cli-progress';
import { pino } from 'pino';
import { buildServices } from '../src/build-services.ts';
import { seedBasics } from '../src/demo/seed-basics.ts';
import { importAds } from '../src/market/ads/import/import-ads.ts';
import { FEED_KINDS } from '../src/market/ads/import/read-feed.ts';
import { parseConfig } from '../src/platform/config.ts';
import { prepareDatabase } from '../src/platform/database/prepare-database.ts';
import { reachDatabase } from '../src/platform/database/reach-database.ts';
import { runInShare } from '../src/platform/database/shares.ts';
import type { Services } from '../src/platform/domain/services.ts';
import { explainStartFailure } from '../src/platform/start-failure.ts';

const USAGE = `npm run import -- FILE [--source NAME] [--owner LOGIN]

  FILE      a feed of ads: JSON Lines (.jsonl) or CSV with a header (.csv); fields as in docs/import.md
  --source  where the ads come from; ids are unique within it (default: the file's name)
  --owner   login of the person whose ads they become (default: the first superuser)`;

const PROBLEMS_SHOWN = 10;

interface ImportArguments {
  file: string;
  source: string;
  owner: string | undefined;
}

function parseArguments(): ImportArguments {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { source: { type: 'string' }, owner: { type: 'string' } },
  });
  const [file] = positionals;
  const kind = path.extname(file ?? '').toLowerCase();
  if (file === undefined || positionals.length > 1 || !(FEED_KINDS as readonly string[]).includes(kind)) {
    console.error(USAGE);
    process.exit(2);
  }
  // npm changes to the repository; relative paths refer to the caller's directory (`INIT_CWD`).
  const resolved = path.resolve(process.env.INIT_CWD ?? '.', file);
  return { file: resolved, source: values.source ?? path.basename(file, kind), owner: values.owner };
}

async function findOwner({ db }: Services, login: string | undefined): Promise<number> {
  const users = db.selectFrom('users').select('id').orderBy('id').limit(1);
  const owner = await (login === undefined
    ? users.where('is_superuser', '=', true)
    : users.where('login', '=', login)
  ).executeTakeFirst();
  if (owner !== undefined) return owner.id;
  throw new Error(login === undefined ? 'there is no superuser: name an --owner' : `nobody has the login ${login}`);
}

async function run({ file, source, owner }: ImportArguments, services: Services): Promise<void> {
  const ownerId = await findOwner(services, owner);
  const { size } = await stat(file);
  const bar = new cliProgress.SingleBar({
    format: '{bar} {percentage}% | new {created}, changed {changed}, left out {skipped} | {eta_formatted} left',
    // Without a terminal, prints occasional lines instead of a progress bar.
    noTTYOutput: true,
    notTTYSchedule: 10_000,
  });
  const report = path.resolve(
    services.config.dataDir,
    `import-${source.replace(/[^\p{L}\p{N}.-]+/gu, '_')}.problems.txt`,
  );
  let problems = 0;
  const onProblem = (line: number, problem: string): void => {
    const text = `line ${line}: ${problem}`;
    problems += 1;
    // Written at once, so that an interrupted import leaves its problems in the report; the next run appends.
    appendFileSync(report, `${text}\n`);
    if (problems <= PROBLEMS_SHOWN) shown.push(text);
  };
  const shown: string[] = [];
  bar.start(size, 0, { created: 0, changed: 0, skipped: 0 });
  const counts = await importAds(services, {
    file,
    source,
    ownerId,
    onProgress: (bytes, { created, changed, skipped }) =>
      bar.update(Math.min(bytes, size), { created, changed, skipped }),
    onProblem,
  }).finally(() => bar.stop());

  console.log(`New ${counts.created}, changed ${counts.changed}, the same ${counts.same}, left out ${counts.skipped}.`);
  for (const problem of shown) console.log(`  ${problem}`);
  if (counts.skipped > 0) console.log(`All entries that were left out: ${report}`);
}

const importArguments = parseArguments();
try {
  const config = parseConfig(process.env);
  const log = pino({ level: 'warn', base: undefined });
  const { connection, direct, now, stop } = await reachDatabase(config, log);
  await prepareDatabase(now, log);
  const { services, close } = await buildServices({ config, log, connection, direct });
  try {
    await runInShare('jobs', async () => {
      await seedBasics(services);
      await run(importArguments, services);
    });
  } finally {
    await close();
    await stop();
  }
} catch (error) {
  console.error(
    `The import stopped: ${explainStartFailure(error, process.env) ?? (error instanceof Error ? error.message : error)}`,
  );
  console.error('What was brought in stays; the same command goes on where it stopped.');
  process.exitCode = 1;
}
