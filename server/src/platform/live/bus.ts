import { setTimeout as sleep } from 'node:timers/promises';

/** Transports messages between nodes. Messages may get lost; the bus reports when that may have happened. */
export interface Bus {
  /** True when the database delivers the messages of a transaction at its commit (NOTIFY). */
  isTransactional: boolean;
  send(messages: readonly string[]): Promise<void>;
  open(): Promise<void>;
  isUp(): boolean;
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface BusHandlers {
  onMessage(message: string): void;
  onDisconnected(reason: string): void;
  onReconnected(): void;
}

const RETRY_MIN_MS = 200;
const RETRY_MAX_MS = 2000;

export const retryDelay = (failures: number): number => Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** failures);

export async function retryUntilAborted(attempt: () => Promise<void>, isWanted: () => boolean): Promise<boolean> {
  for (let failures = 0; isWanted(); failures++) {
    try {
      await attempt();
      return true;
    } catch {
      await sleep(retryDelay(failures), undefined, { ref: false });
    }
  }
  return false;
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
