import './node-version.mjs';
import { run } from './run.mjs';

// The server restarts when its code or the contract changes; the site renews itself in the page. Without paths Node watches
// what is imported: Vite's configuration as well, which is a temporary file that is deleted at once.
const WATCHED = ['server/src', 'contract', 'media-node/src'];

process.exit(
  await run(
    process.execPath,
    [
      ...WATCHED.map((folder) => `--watch-path=${folder}`),
      '--watch-preserve-output',
      'server/src/main.ts',
      ...process.argv.slice(2),
    ],
    {
      env: { ...process.env, NODE_ENV: 'development' },
    },
  ),
);
