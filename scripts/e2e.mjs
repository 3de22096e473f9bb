import './node-version.mjs';
import { run } from './run.mjs';
import { ensureSiteBuild } from './site-build.mjs';

await ensureSiteBuild();
process.exit(
  await run('npx', ['playwright', 'test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(2)]),
);
