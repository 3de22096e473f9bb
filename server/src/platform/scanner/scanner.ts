import { createReadStream } from 'node:fs';
import type { BaseLogger } from 'pino';
import { Failure } from '../failure.ts';
import { type ClamdAddress, connectToClamd } from './clamd-address.ts';
import { queryClamd } from './query-clamd.ts';

const CHUNK_BYTES = 256 * 1024;
const RETRY_AFTER_SECONDS = 30;

export interface Scanner {
  /** Fails with file_infected, and with scanner_unavailable while nobody can say whether the file is clean. */
  requireClean(path: string): Promise<void>;
  isAnswering(): Promise<boolean>;
}

export function createScanner(
  address: ClamdAddress,
  { log, ca }: { log: BaseLogger; ca?: string | undefined },
): Scanner {
  const connect = () => connectToClamd(address, ca);

  async function scan(path: string): Promise<string> {
    const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
    try {
      return await queryClamd(connect(), 'INSTREAM', file);
    } finally {
      file.destroy();
    }
  }

  return {
    async requireClean(path) {
      const answer = await scan(path).catch((error: Error) => error.message);
      if (/^stream: OK$/.test(answer)) return;
      const [, signature] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
      if (signature !== undefined) {
        log.warn({ signature }, 'a file was refused: the scanner knows it as malicious');
        throw new Failure('file_infected');
      }
      log.error({ answer }, 'a file was not taken: the scanner said nothing of it');
      throw new Failure('scanner_unavailable', { retryAfter: RETRY_AFTER_SECONDS });
    },
    async isAnswering() {
      const answer = await queryClamd(connect(), 'PING').catch(() => '');
      return answer === 'PONG';
    },
  };
}
