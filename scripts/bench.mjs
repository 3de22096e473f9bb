import './node-version.mjs';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT, run } from './run.mjs';
import { ensureSiteBuild } from './site-build.mjs';

const { WRK } = await import('../bench/load.ts');
/** A package of its own, because a tenth of all that `npm ci` would bring serves these rows alone. */
const LIGHTHOUSE = path.join(ROOT, 'bench/lighthouse');

if (!existsSync(WRK)) {
  console.error(`The bench needs ${WRK}: apt-get install wrk`);
  process.exit(1);
}
if (!existsSync(path.join(LIGHTHOUSE, 'node_modules')) && (await run('npm', ['ci'], { cwd: LIGHTHOUSE })) !== 0)
  throw new Error('Lighthouse could not be installed');
await ensureSiteBuild();
process.env.NODE_ENV = 'production';
await import('../bench/main.ts');
