import './node-version.mjs';
import { ensureSiteBuild } from './site-build.mjs';

await ensureSiteBuild();
process.env.NODE_ENV = 'production';
await import('../bench/fuzz/main.ts');
