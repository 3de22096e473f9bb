import './node-version.mjs';
import { run } from './run.mjs';

// The server restarts when its code or the contract changes; the site renews itself in the page.
process.exit(
  await run(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/main.ts', ...process.argv.slice(2)], {
    env: { ...process.env, NODE_ENV: 'development' },
  }),
);
