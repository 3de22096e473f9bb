import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { replacePart } from '../../scripts/written-part.ts';
import { raisePriority } from '../drill/priority.ts';
import { identifyRun } from '../run-identity.ts';
import { payments } from './payments.ts';
import { personalData } from './personal-data.ts';
import { sockets } from './sockets.ts';
import { formatTrial, isGreen, judgeProcesses, loadNow, type Trial } from './trial.ts';
import { uploads } from './uploads.ts';

/**
 * `npm run load:sockets`, `load:payments`, `load:uploads` and `load:personal-data`: one promise of the product each,
 * tried at its full number. Options: docs/load.md.
 */
const TRIALS: Readonly<Record<string, Trial>> = { sockets, payments, uploads, 'personal-data': personalData };
const DOCUMENT = path.resolve(import.meta.dirname, '../../docs/load.md');

const [name = '', ...given] = process.argv.slice(2);
const trial = TRIALS[name];
if (trial === undefined) throw new Error(`Unknown trial "${name}": ${Object.keys(TRIALS).join(', ')}`);

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({
  args: given,
  options: {
    ...Object.fromEntries(
      Object.entries(trial.numbers).map(([option, value]) => [option, { ...text, default: String(value) }]),
    ),
    ...{ sabotage: text, report: text, data: text, write: flag, first: flag },
    seed: { ...text, default: '1' },
  },
});
const { sabotage, report = path.join(os.tmpdir(), `okolo-${name}.json`), data = os.tmpdir(), write, first } = values;
if (sabotage !== undefined && !trial.sabotages.includes(sabotage))
  throw new Error(`Unknown sabotage "${sabotage}": ${trial.sabotages.join(', ')}`);

const numbers = Object.fromEntries(
  Object.keys(trial.numbers).map((option) => [option, Number((values as Record<string, unknown>)[option])]),
);
const reason = trial.whyNot?.(numbers);
if (reason !== undefined) {
  console.error(reason);
  process.exit(2);
}
const run = identifyRun();
const lowerPriority = first ? raisePriority() : () => {};
const dataDir = mkdtempSync(path.join(data, `okolo-${name}-`));
// PostgreSQL never runs as root, so its account needs access to the cluster.
chmodSync(dataDir, 0o755);
let code = 1;
try {
  console.log(`About ${Math.ceil(trial.minutes(numbers))} minutes on a quiet machine`);
  const before = loadNow();
  const tried = await trial.run({ dataDir, numbers, seed: Number(values.seed), sabotage });
  const result = { ...tried, checks: [...tried.checks, judgeProcesses(tried)] };
  const table = formatTrial(result, run, { before, after: loadNow() });
  console.log(`\n${table}\n`);
  for (const { what, count, examples } of result.checks)
    if (count > 0) console.log(`${what}:\n${examples.map((example) => `  ${example}`).join('\n')}`);
  for (const [error, count] of result.errors) console.log(`logged ${count} times: ${error}`);
  writeFileSync(report, JSON.stringify({ ...result, errors: Object.fromEntries(result.errors) }, null, 2));
  if (write) {
    const document = readFileSync(DOCUMENT, 'utf8');
    writeFileSync(DOCUMENT, replacePart(document, `load-${name}`, `npm run load:${name} -- --write`, table));
  }
  code = isGreen(result) ? 0 : 1;
  console.log(`The run ${code === 0 ? 'passed' : 'failed'}. The whole report: ${report}`);
} finally {
  lowerPriority();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(code);
