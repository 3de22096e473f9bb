import './node-version.mjs';

await import('../server/commands/drill-restore.ts');
