import './node-version.mjs';

await import('../server/src/import.ts');
