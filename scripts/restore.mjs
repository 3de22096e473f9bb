import './node-version.mjs';

await import('../server/src/restore.ts');
