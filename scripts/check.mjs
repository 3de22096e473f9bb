import './node-version.mjs';
import { run } from './run.mjs';

const CHECKS = [
  ['npx', 'tsc', '-p', 'contract'],
  ['npx', 'tsc', '-p', 'server'],
  ['npm', 'run', '--silent', 'typecheck', '-w', 'web'],
  ['npx', 'tsc', '-p', 'e2e'],
  ['npx', 'tsc', '-p', 'scripts'],
  ['npx', 'tsc', '-p', 'bench'],
  ['npx', 'biome', 'check', '--error-on-warnings'],
  ['node', 'scripts/check-imports.ts'],
  ['node', 'scripts/check-styles.ts'],
  ['node', 'scripts/check-tables.ts'],
  ['node', 'scripts/check-texts.ts'],
  ['npx', 'knip'],
  ['npx', 'lockfile-lint', '--path', 'package-lock.json', '--type', 'npm', '--validate-integrity'],
];

let failed = 0;
for (const [command, ...args] of CHECKS) {
  console.log(`\n> ${args.join(' ')}`);
  if ((await run(command, args)) !== 0) failed += 1;
}
console.log(`\ncheck: ${CHECKS.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
