import './node-version.mjs';

await import('../server/src/backup.ts');
