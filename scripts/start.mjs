import './node-version.mjs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { ROOT } from './run.mjs';
import { ensureSiteBuild } from './site-build.mjs';

// The first start alone strips the types and compiles the code. A checkout that is read-only makes every start do it.
enableCompileCache(path.join(ROOT, '.cache/node'));
await ensureSiteBuild();
await import('../server/src/main.ts');
flushCompileCache();
