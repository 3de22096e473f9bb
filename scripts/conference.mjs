import './node-version.mjs';

await import('../e2e/conference.ts');
