import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { identifyRun } from '../../bench/run-identity.ts';
import { findPart, replacePart } from '../written-part.ts';
import { partsOf } from './parts.ts';
import { formatTable, isGreen } from './proof-table.ts';
import { proveAll } from './prove-all.ts';

/** `npm run prove` runs everything that stands proved, one part after the other. Options: docs/proof.md. */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    without: { type: 'string' },
    from: { type: 'string' },
    logs: { type: 'string' },
    short: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const ROOT = path.resolve(import.meta.dirname, '../..');
const DOCUMENT = path.join(ROOT, 'docs/proof.md');
const COMMAND = 'npm run prove -- --write';

if (values.short && values.write)
  throw new Error('A short run proves nothing at its full number: --write is for whole ones');

const listed = (names: string | undefined): string[] => names?.split(',') ?? [];

/** What ran for a day at least is what an upgrade replaces. */
function findOlderCommit(): string {
  const git = (...words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();
  const [committedAt, root] = [git('log', '-1', '--format=%cI'), git('rev-list', '--max-parents=0', 'HEAD')];
  const dayBefore = new Date(Date.parse(committedAt) - 86_400_000).toISOString();
  return git('rev-list', '-1', `--before=${dayBefore}`, 'HEAD') || root;
}

const parts = partsOf(values.from ?? findOlderCommit());
const names = parts.map(({ name }) => name);
const unknown = [...listed(values.only), ...listed(values.without)].filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. The parts: ${names.join(', ')}`);
const wanted = parts.filter(
  ({ name }) =>
    (values.only === undefined || listed(values.only).includes(name)) && !listed(values.without).includes(name),
);

const logs = values.logs ?? mkdtempSync(path.join(os.tmpdir(), 'okolo-proof-'));
mkdirSync(logs, { recursive: true });
const { date, commit } = identifyRun();
const run = `${date}, ${commit}`;
const proofs = await proveAll(wanted, { isShort: values.short, isWritten: values.write, logs });
const red = proofs.filter((proof) => !isGreen(proof));

console.log(
  `\n${formatTable(
    wanted.map(({ name }) => name),
    proofs,
    run,
  )}\n`,
);
if (values.write) {
  const document = readFileSync(DOCUMENT, 'utf8');
  const before = findPart(document, 'proof', COMMAND);
  writeFileSync(DOCUMENT, replacePart(document, 'proof', COMMAND, formatTable(names, proofs, run, before)));
}
console.log(red.length === 0 ? 'All of it passed.' : `Not passed: ${red.map(({ name }) => name).join(', ')}.`);
console.log(`What the parts said: ${logs}`);
process.exit(red.length === 0 ? 0 : 1);
