import './node-version.mjs';

await import('../server/commands/import.ts');
