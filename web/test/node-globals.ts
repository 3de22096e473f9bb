import { BroadcastChannel, MessageChannel } from 'node:worker_threads';
import { afterAll } from 'vitest';

const open = new Set<BroadcastChannel>();

/** One process runs many files: what a page of one of them left open must not hear the pages of the next. */
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

// What browsers have and the simulated one lacks: those of Node do.
Object.assign(globalThis, { BroadcastChannel: ClosingChannel, MessageChannel });
