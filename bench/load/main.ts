import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { raisePriority } from '../drill/priority.ts';
import { DAMAGES, type Damage } from './database-state.ts';
import { ALL_FAULTS, HARMS, type HarmName, isHarm } from './faults.ts';
import type { Sabotage } from './person.ts';
import { formatReport, hasPassed } from './print-report.ts';
import { type LoadOptions, runLoad } from './run-load.ts';

/**
 * `npm run load` simulates users on two nodes during faults, and reports whether anything was lost. Options:
 * docs/load.md.
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
    first: { type: 'boolean', default: false },
  },
});

const SABOTAGES: readonly string[] = ['deaf', 'echo', 'swap', ...Object.keys(DAMAGES)];

function parseFaults(names: string): readonly HarmName[] {
  if (names === 'all') return ALL_FAULTS;
  if (names === 'none') return [];
  return names.split(',').map((name) => {
    if (!isHarm(name))
      throw new Error(`Unknown fault "${name}": all, none, or some of ${Object.keys(HARMS).join(', ')}`);
    return name;
  });
}

if (values.sabotage !== undefined && !SABOTAGES.includes(values.sabotage))
  throw new Error(`Unknown sabotage "${values.sabotage}": ${SABOTAGES.join(', ')}`);

const dataDir = mkdtempSync(path.join(values.data ?? os.tmpdir(), 'okolo-load-'));
// PostgreSQL never runs as root, so its account needs access to the cluster.
chmodSync(dataDir, 0o755);
const options: LoadOptions = {
  dataDir,
  users: Number(values.users),
  rate: Number(values.rate),
  seconds: Number(values.seconds),
  faults: parseFaults(values.faults),
  seed: Number(values.seed),
  isRedisReal: true,
  sabotage: values.sabotage as Sabotage | Damage | undefined,
};

const lowerPriority = values.first ? raisePriority() : () => {};
let code = 1;
try {
  const report = await runLoad(options);
  console.log(`\n${formatReport(report)}\n`);
  for (const { what, count, examples } of report.checks)
    if (count > 0) console.log(`${what}:\n${examples.map((example) => `  ${example}`).join('\n')}`);
  for (const [error, count] of Object.entries(report.errors)) console.log(`logged ${count} times: ${error}`);
  const file = values.report ?? path.join(os.tmpdir(), 'okolo-load.json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(report, null, 2));
  code = hasPassed(report) ? 0 : 1;
  console.log(`${code === 0 ? 'Nothing was lost' : 'The run failed'}. The whole report: ${file}`);
} finally {
  lowerPriority();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(code);
