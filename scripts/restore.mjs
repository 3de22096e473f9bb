import './node-version.mjs';

await import('../server/commands/restore.ts');
