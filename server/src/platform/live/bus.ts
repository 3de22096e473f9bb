import { setTimeout as sleep } from 'node:timers/promises';

/** How letters go from node to node. A letter may get lost; a bus says when that may have happened. */
export interface Bus {
  /** Whether a transaction's letters go with the transaction itself, told by the database at the commit. */
  isTransactional: boolean;
  send(messages: readonly string[]): Promise<void>;
  /** Start to hear. From then on the bus looks after itself. */
  open(): Promise<void>;
  isUp(): boolean;
  /** Ask whether what it hears by still lives; one that does not is a break. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface BusHandlers {
  onMessage(message: string): void;
  /** Letters go past us from now on. */
  onDisconnected(reason: string): void;
  /** We hear again; what was said in between is lost. */
  onReconnected(): void;
}

const RETRY_MIN_MS = 200;
const RETRY_MAX_MS = 2000;

/** The pause before the try that follows so many failed ones. */
export const retryDelay = (failures: number): number => Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** failures);

/** Try until it works or nobody wants it any more. */
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
