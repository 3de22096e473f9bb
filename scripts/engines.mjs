import './node-version.mjs';
import { nameMissingEngines } from './missing-engines.mjs';
import { run } from './run.mjs';
import { ensureSiteBuild } from './site-build.mjs';

// `npm run engines -- --project=webkit chat` runs the journeys with "chat" in their path in one engine.
const { found, missing } = await nameMissingEngines();
if (found.length === 0) process.exit(1);
await ensureSiteBuild();
const args = ['playwright', 'test', '--config', 'e2e/engines/playwright.config.ts', ...process.argv.slice(2)];
const code = await run('npx', args);
if (missing.length > 0) await nameMissingEngines();
process.exit(code || missing.length);
