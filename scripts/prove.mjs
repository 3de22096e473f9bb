import './node-version.mjs';
import { ensureSiteBuild } from './site-build.mjs';

await ensureSiteBuild();
await import('./prove/main.ts');
