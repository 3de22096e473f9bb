import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { replacePart } from '../../scripts/written-part.ts';
import { raisePriority } from '../drill/priority.ts';
import { identifyRun } from '../run-identity.ts';
import { createFindings } from './findings.ts';
import { type FuzzReport, formatFuzz, hasPassed } from './format-fuzz.ts';
import { type Memory, openStage } from './fuzz-stage.ts';
import { runFrames } from './run-frames.ts';
import { runRequests } from './run-requests.ts';

/** `npm run fuzz` sends hostile requests and frames to a product of its own. Options: docs/security/fuzz.md. */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    frames: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '20191121' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    data: { type: 'string' },
  },
});

const DOCUMENT = path.resolve(import.meta.dirname, '../../docs/security/fuzz.md');
const MEGABYTE = 1024 * 1024;
const LOGGED_SHOWN_MAX = 20;

const dataDir = mkdtempSync(path.join(values.data ?? os.tmpdir(), 'okolo-fuzz-'));
// PostgreSQL never runs as root, so its account needs access to the cluster.
chmodSync(dataDir, 0o755);
const seed = Number(values.seed);
const only = values.only === undefined ? undefined : Number(values.only);
const findings = createFindings();
const { date, commit } = identifyRun();
const lowerPriority = values.first ? raisePriority() : () => {};
const memory: { after: string; held: Memory }[] = [];
let code = 1;
try {
  const stage = await openStage(dataDir);
  const measure = async (after: string): Promise<void> => {
    if (stage.hasEnded()) return;
    const held = await stage.memory();
    memory.push({ after, held });
    console.log(`${after}: ${Math.round(held.rss / MEGABYTE)} MB, ${findings.list().length} kinds of findings`);
  };
  try {
    await measure('at the start');
    const requests = await runRequests(stage, findings, {
      count: Number(values.requests),
      seed,
      only,
      onPart: (sent) => measure(`${sent} requests`),
    });
    const frames = await runFrames(stage, findings, {
      count: only === undefined ? Number(values.frames) : 0,
      seed,
      onPart: (sent) => measure(`${sent} frames`),
    });
    for (const error of stage.errors()) findings.add(`logged: ${error}`, 'see above for what was sent at the time');
    const report: FuzzReport = { seed, requests, frames, memory, replaced: stage.people.replaced() };
    const table = formatFuzz(report, findings.list(), `${date}, commit ${commit}`);
    console.log(`\n${table}\n`);
    for (const { what, count, examples } of findings.list().slice(0, LOGGED_SHOWN_MAX))
      console.log(`${what}, ${count} times:\n${examples.map((example) => `${example}\n`).join('\n')}`);
    if (requests.neverDone.length > 0) console.log(`Never done: ${requests.neverDone.join(', ')}`);
    if (values.write) {
      const text = readFileSync(DOCUMENT, 'utf8');
      writeFileSync(DOCUMENT, replacePart(text, 'fuzz', 'npm run fuzz -- --write', table));
    }
    code = hasPassed(report, findings.list()) ? 0 : 1;
    console.log(`The run ${code === 0 ? 'passed' : 'failed'}. Again: npm run fuzz -- --seed ${seed}`);
  } finally {
    await stage.close();
  }
} finally {
  lowerPriority();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(code);
