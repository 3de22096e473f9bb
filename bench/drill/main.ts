import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { replacePart } from '../../scripts/written-part.ts';
import { identifyRun } from '../run-identity.ts';
import { ALL_DRILL_FAULTS, type DrillFaultName, isDrillFault } from './drill-faults.ts';
import { formatDrill, isGreen } from './print-drill.ts';
import { raisePriority } from './priority.ts';
import { findServerPrograms, installMissing } from './programs.ts';
import { runDrill } from './run-drill.ts';

/**
 * `npm run drill` starts the product on two of everything, breaks each part in turn while people use it, and fails
 * unless nothing is lost and everybody is back in time. Options: docs/load.md.
 */
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '60' },
    rate: { type: 'string', default: '60' },
    slot: { type: 'string', default: '30' },
    faults: { type: 'string', default: 'all' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    report: { type: 'string' },
    data: { type: 'string' },
  },
});

const EXAMPLES_MAX = 10;
const ROOT = path.resolve(import.meta.dirname, '../..');
const DOCUMENT = path.join(ROOT, 'docs/load.md');

function parseDrillFaults(names: string): readonly DrillFaultName[] {
  if (names === 'all') return ALL_DRILL_FAULTS;
  return names.split(',').map((name) => {
    if (!isDrillFault(name)) throw new Error(`Unknown fault "${name}": all, or some of ${ALL_DRILL_FAULTS.join(', ')}`);
    return name;
  });
}

const missing = installMissing();
const programs = findServerPrograms();
if (missing !== undefined || programs === undefined) {
  console.error(`Programs are missing. On Debian: ${missing}`);
  process.exit(2);
}
const run = identifyRun();
const restore = values.first ? raisePriority() : () => {};
const dataDir = mkdtempSync(path.join(values.data ?? os.tmpdir(), 'okolo-drill-'));
// PostgreSQL never runs as root, so its account needs access to the clusters.
chmodSync(dataDir, 0o755);
let code = 1;
try {
  const report = await runDrill({
    dataDir,
    programs,
    users: Number(values.users),
    rate: Number(values.rate),
    slot: Number(values.slot),
    faults: parseDrillFaults(values.faults),
    seed: Number(values.seed),
  });
  const table = formatDrill(report, run);
  console.log(`\n${table}\n`);
  for (const { what, count, examples } of report.checks)
    if (count > 0)
      console.log(
        `${what}:\n${examples
          .slice(0, EXAMPLES_MAX)
          .map((example) => `  ${example}`)
          .join('\n')}`,
      );
  for (const [error, count] of Object.entries(report.load.errors)) console.log(`logged ${count} times: ${error}`);
  for (const [name, reason] of report.refused) console.log(`NOT RUN HERE: ${name}, ${reason}`);
  const file = values.report ?? path.join(os.tmpdir(), 'okolo-drill.json');
  writeFileSync(file, JSON.stringify(report, null, 2));
  if (values.write) {
    const text = readFileSync(DOCUMENT, 'utf8');
    writeFileSync(DOCUMENT, replacePart(text, 'drill', 'npm run drill -- --write', table));
  }
  code = isGreen(report) ? 0 : 1;
  console.log(`The drill ${code === 0 ? 'passed' : 'failed'}. The whole report: ${file}`);
} finally {
  restore();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(code);
