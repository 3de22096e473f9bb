import { spawn } from 'node:child_process';
import os from 'node:os';
import { ROOT } from './run.mjs';

/** The longest first: the short ones fill what is left of the other processor. */
const CHECKS = [
  ['npx', 'tsc', '-p', 'server', '--singleThreaded'],
  ['npx', 'tsc', '-p', 'bench', '--singleThreaded'],
  ['npm', 'run', '--silent', 'typecheck', '-w', 'web'],
  ['npx', 'biome', 'check', '--error-on-warnings'],
  ['npx', 'knip'],
  ['npx', 'tsc', '-p', 'contract', '--singleThreaded'],
  ['npx', 'tsc', '-p', 'media-node', '--singleThreaded'],
  ['npx', 'tsc', '-p', 'e2e'],
  ['npx', 'tsc', '-p', 'scripts', '--singleThreaded'],
  ['node', 'scripts/checks/check-asvs.ts'],
  ['node', 'scripts/checks/check-imports.ts'],
  ['node', 'scripts/checks/check-migrations.ts'],
  ['node', 'scripts/checks/check-names.ts'],
  ['node', 'scripts/checks/check-styles.ts'],
  ['node', 'scripts/checks/check-supply-chain.ts'],
  ['node', 'scripts/checks/check-tables.ts'],
  ['node', 'scripts/checks/check-texts.ts'],
  ['node', 'scripts/checks/check-times.ts'],
  ['npx', 'lockfile-lint', '--path', '{,bench/lighthouse/}package-lock.json', '--type', 'npm', '--validate-integrity'],
];

/** Run every check, as many at a time as there are processors; answers how many passed and failed. */
export async function check() {
  const waiting = [...CHECKS];
  let failed = 0;
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { code, output } = await runQuietly(next);
      if (code !== 0) failed += 1;
      // In one piece: what runs beside it would write in between.
      console.log(`\n> ${next.slice(1).join(' ')}\n${output.trimEnd()}`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(os.availableParallelism(), CHECKS.length) }, lane));
  const passed = CHECKS.length - failed;
  console.log(`\ncheck: ${passed} passed, ${failed} failed`);
  return { passed, failed };
}

function runQuietly([command, ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}
