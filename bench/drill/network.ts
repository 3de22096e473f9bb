import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Set by `scripts/drill.mjs` when the drill has a network of its own, in which nobody else's packets are lost. */
export const OWN_NETWORK = 'DRILL_OWN_NETWORK';

/** Why the network cannot be cut; undefined when it can. */
export async function whyNoCut(): Promise<string | undefined> {
  if (process.env[OWN_NETWORK] === undefined) return 'needs root, for a network of its own (unshare --net)';
  return run('iptables', ['-L', '-n']).then(
    () => undefined,
    () => 'needs iptables: apt-get install iptables',
  );
}

/** Drops every packet to and from these ports; connections stay, and nobody is told. */
export async function cutPorts(ports: readonly number[], ms: number): Promise<void> {
  const rules = ports.flatMap((port) => [
    ['-p', 'tcp', '--dport', String(port), '-j', 'DROP'],
    ['-p', 'tcp', '--sport', String(port), '-j', 'DROP'],
  ]);
  for (const rule of rules) await run('iptables', ['-A', 'INPUT', ...rule]);
  await sleep(ms);
  for (const rule of rules) await run('iptables', ['-D', 'INPUT', ...rule]);
}
