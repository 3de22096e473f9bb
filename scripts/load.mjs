import './node-version.mjs';
import { ensureSiteBuild } from './site-build.mjs';

await ensureSiteBuild();
process.env.NODE_ENV = 'production';
// `npm run load` alone has options only; its variants begin with a name.
const isVariant = process.argv[2] !== undefined && !process.argv[2].startsWith('-');
await import(isVariant ? '../bench/trials/main.ts' : '../bench/load/main.ts');
