import './node-version.mjs';

await import('../e2e/live/conference.ts');
