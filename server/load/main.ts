import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ALL_FAULTS, HARMS, type HarmName, isHarm } from './faults.ts';
import type { Sabotage } from './person.ts';
import { hasPassed, showReport } from './print-report.ts';
import { type LoadOptions, runLoad } from './run-load.ts';
import { DAMAGES, type Damage } from './truth.ts';

/**
 * `npm run load` lets a crowd talk over two nodes while things break, and says whether anything was lost. All options: docs/load.md.
 */
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '300' },
    rate: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '300' },
    faults: { type: 'string', default: 'all' },
    seed: { type: 'string', default: '1' },
    sabotage: { type: 'string' },
    report: { type: 'string' },
    data: { type: 'string' },
  },
});

const SABOTAGES: readonly string[] = ['deaf', 'echo', 'swap', ...Object.keys(DAMAGES)];

function readFaults(words: string): readonly HarmName[] {
  if (words === 'all') return ALL_FAULTS;
  if (words === 'none') return [];
  return words.split(',').map((word) => {
    if (!isHarm(word))
      throw new Error(`Unknown fault "${word}": all, none, or some of ${Object.keys(HARMS).join(', ')}`);
    return word;
  });
}

if (values.sabotage !== undefined && !SABOTAGES.includes(values.sabotage))
  throw new Error(`Unknown sabotage "${values.sabotage}": ${SABOTAGES.join(', ')}`);

const dataDir = mkdtempSync(path.join(values.data ?? os.tmpdir(), 'okolo-load-'));
// PostgreSQL never runs as root: its own account has to reach the cluster.
chmodSync(dataDir, 0o755);
const options: LoadOptions = {
  dataDir,
  users: Number(values.users),
  rate: Number(values.rate),
  seconds: Number(values.seconds),
  faults: readFaults(values.faults),
  seed: Number(values.seed),
  isRedisReal: true,
  sabotage: values.sabotage as Sabotage | Damage | undefined,
};

let code = 1;
try {
  const report = await runLoad(options);
  console.log(`\n${showReport(report)}\n`);
  for (const { what, count, examples } of report.verdicts)
    if (count > 0) console.log(`${what}:\n${examples.map((example) => `  ${example}`).join('\n')}`);
  for (const [error, count] of Object.entries(report.errors)) console.log(`logged ${count} times: ${error}`);
  const file = values.report ?? path.join(os.tmpdir(), 'okolo-load.json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(report, null, 2));
  code = hasPassed(report) ? 0 : 1;
  console.log(`${code === 0 ? 'Nothing was lost' : 'The run failed'}. The whole report: ${file}`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(code);
