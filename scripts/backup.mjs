import './node-version.mjs';

await import('../server/commands/backup.ts');
