import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../run.mjs';
import { findPart, replacePart } from '../written-part.ts';
import { type Part, partsOf } from './parts.ts';
import { formatTable, isGreen } from './proof-table.ts';
import { proveAll } from './prove-all.ts';
import { figuresIn, installsIn, type Proof } from './prove-part.ts';

let logs: string;
beforeAll(() => {
  logs = mkdtempSync(path.join(os.tmpdir(), 'okolo-prove-'));
});
afterAll(() => rmSync(logs, { recursive: true }));

function part(name: string, script: string, changes: Partial<Part> = {}): Part {
  const command = [process.execPath, '-e', script];
  return { name, command, short: command, limitMinutes: 1, figures: [], ...changes };
}

const said: string[] = [];
const prove = (...parts: Part[]): Promise<Proof[]> =>
  proveAll(parts, { isShort: false, isWritten: false, logs }, (line) => said.push(line));

test('a red part is red, says why, and the next ones run all the same', async () => {
  const [red, green] = await prove(
    part('red', 'console.error("two were lost"); process.exit(3)'),
    part('green', 'console.log("7 passed, 0 failed")', { figures: [/^(\d+ passed)/m] }),
  );
  expect(red).toMatchObject({ name: 'red', outcome: 'failed', tail: ['two were lost'] });
  expect(said.join('\n')).toContain('two were lost');
  expect(green).toMatchObject({ name: 'green', outcome: 'passed', figures: ['7 passed'] });
  expect([red, green].map((proof) => proof && isGreen(proof))).toEqual([false, true]);
  expect(readFileSync(path.join(logs, 'green.log'), 'utf8')).toBe('7 passed, 0 failed\n');
});

test('what cannot start, or says that it cannot run, is named and not green', async () => {
  const proofs = await prove(
    part('nowhere', '', { command: ['okolo-no-such-program'] }),
    part('refused', 'console.log("apt-get install haproxy"); process.exit(2)', { cannotRunCode: 2 }),
  );
  expect(proofs).toMatchObject([
    { outcome: 'not run', figures: [expect.stringContaining('okolo-no-such-program')] },
    { outcome: 'not run', figures: ['apt-get install haproxy'] },
  ]);
  expect(proofs.some(isGreen)).toBe(false);
});

const HANGS = `
  const { spawn } = require('node:child_process');
  const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  console.log(child.pid);
  setInterval(() => {}, 1000);`;

test('what hangs is ended at its limit, with what it started in a group of its own', async () => {
  const [late] = await prove(part('hangs', HANGS, { limitMinutes: 0.05 }));
  expect(late).toMatchObject({ outcome: 'late', figures: ['more than 0.05 minutes'] });
  const pid = Number(readFileSync(path.join(logs, 'hangs.log'), 'utf8').split('\n')[0]);
  await expect.poll(() => existsSync(`/proc/${pid}/exe`)).toBe(false);
});

test('a part that left something out for want of a program passed in part, and says what to install', async () => {
  const [skipped, without] = await prove(
    part('skipped', 'console.log("NOT RUN in firefox: music. No sound here: apt-get install pulseaudio")'),
    part('without', '', { programs: { 'okolo-no-such-program': 'no-such-package' } }),
  );
  expect(skipped).toMatchObject({ outcome: 'in part', figures: ['apt-get install pulseaudio'] });
  expect(without).toMatchObject({ outcome: 'in part', figures: ['apt-get install no-such-package'] });
});

test('a part that ended well and printed none of its figures is red', async () => {
  const [silent] = await prove(part('silent', 'console.log("done")', { figures: [/^(\d+ passed)/m] }));
  expect(silent).toMatchObject({ outcome: 'failed', figures: ['ended well and printed none of its figures'] });
});

test('only what was left out asks for programs', () => {
  const told =
    '   ✓ promtool takes what is told (apt-get install prometheus)\n   ↓ GStreamer (apt-get install a b-1.0) > sends';
  expect(installsIn(told)).toEqual(['apt-get install a b-1.0']);
  const refused = 'NOT RUN HERE: cut, needs root';
  expect(installsIn(`${refused}\nall else passed`)).toEqual([refused]);
});

test('figures are those that were printed, rows of tables among them', () => {
  expect(figuresIn('| frames | 100 to 7 | |\n| rest | 5 | 6 |', [/^\| (frames \| [^|]+) \|/m, /^(nothing)$/m])).toEqual(
    ['frames: 100 to 7'],
  );
});

test('the table keeps the last rows of what did not run now, with their own day and commit', () => {
  const proof = (name: string, outcome: Proof['outcome']): Proof => ({
    ...{ name, outcome, figures: ['5 | 6', '7'], seconds: 61.4, tail: [] },
  });
  const names = ['a', 'b', 'c'];
  const first = formatTable(names, [proof('a', 'passed'), proof('b', 'failed')], '2026-11-01, 11aa');
  const second = formatTable(names, [proof('b', 'passed')], '2026-11-02, 22bb', first);
  expect(second.split('\n').slice(2)).toEqual([
    '| `a` | passed | 5 / 6; 7 | 61 | 2026-11-01, 11aa |',
    '| `b` | passed | 5 / 6; 7 | 61 | 2026-11-02, 22bb |',
    '| `c` | no run so far | | | |',
  ]);
  expect(first).toContain('| `b` | **failed** |');
});

test('the part of a document that a command writes is found and replaced, and nothing else', () => {
  const document = 'x\n<!-- a: written by b -->\n\n| `c` | 1 |\n\n<!-- /a -->\n| `d` | 2 |\n';
  expect(findPart(document, 'a', 'b')).toBe('\n\n| `c` | 1 |\n\n');
  expect(replacePart(document, 'a', 'b', 'new')).toBe(document.replace('| `c` | 1 |', 'new'));
  expect(() => findPart(document, 'a', 'another')).toThrow('There is no place');
});

test('every part names a program that is there', () => {
  for (const { name, command, short } of partsOf('HEAD~1')) {
    for (const [program = '', script = ''] of [command, short])
      expect(program === 'npx' || existsSync(path.join(ROOT, script)), name).toBe(true);
  }
});
