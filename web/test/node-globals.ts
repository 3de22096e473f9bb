import { BroadcastChannel, MessageChannel } from 'node:worker_threads';
import { afterAll } from 'vitest';

const open = new Set<BroadcastChannel>();

/** One process runs many test files, so a channel left open by one file must not receive messages of the next. */
class ClosingChannel extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    open.add(this);
  }
}

afterAll(() => {
  for (const channel of open) channel.close();
  open.clear();
});

// Browser globals that happy-dom lacks, taken from Node.
Object.assign(globalThis, { BroadcastChannel: ClosingChannel, MessageChannel });
