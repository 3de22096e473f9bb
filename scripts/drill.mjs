import { spawnSync } from 'node:child_process';
import './node-version.mjs';
import { ensureSiteBuild } from './site-build.mjs';

const OWN_NETWORK = 'DRILL_OWN_NETWORK';

if (process.env[OWN_NETWORK] === undefined) {
  await ensureSiteBuild();
  // In a network of its own the drill can lose packets, and its ports are nobody else's.
  const ready = 'ip link set lo up && exec "$@"';
  const inside = ['--net', 'sh', '-c', ready, 'drill', process.execPath, ...process.argv.slice(1)];
  const canUnshare = spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0;
  if (canUnshare) {
    const { status } = spawnSync('unshare', inside, { stdio: 'inherit', env: { ...process.env, [OWN_NETWORK]: 'on' } });
    process.exit(status ?? 1);
  }
}
process.env.NODE_ENV = 'production';
await import('../bench/drill/main.ts');
