import http from 'node:http';
import type { HostileRequest } from '../../server/test/trust/hostile/hostile-requests.ts';

export interface Answer {
  status: number;
  type: string;
  body: string;
}

export interface Sender {
  send(request: Omit<HostileRequest, 'who'>): Promise<Answer>;
  close(): void;
}

const ANSWER_TIMEOUT_MS = 60_000;

/** Sends paths and headers as they are, which `fetch` would put right or refuse. */
export function createSender(origin: string, lanes: number): Sender {
  const { hostname, port } = new URL(origin);
  const agent = new http.Agent({ keepAlive: true, maxSockets: lanes });

  function sendOnce({ method, url, headers, payload }: Omit<HostileRequest, 'who'>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const bytes = payload === undefined ? undefined : Buffer.from(payload as string);
      const request = http.request({
        agent,
        hostname,
        port,
        method,
        path: url,
        timeout: ANSWER_TIMEOUT_MS,
        headers: {
          ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, inBytes(value)])),
          ...(bytes !== undefined && { 'content-length': bytes.length }),
        },
      });
      request.once('timeout', () => request.destroy(new Error(`no answer in ${ANSWER_TIMEOUT_MS} ms`)));
      request.once('error', (error) => reject(Object.assign(error, { wasReused: request.reusedSocket })));
      request.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      });
      request.end(bytes);
    });
  }

  return {
    async send(request) {
      try {
        return await sendOnce(request);
      } catch (error) {
        // A kept connection may end on the server's side just when the next request is written to it.
        const { wasReused, code } = error as { wasReused?: boolean; code?: string };
        if (wasReused && (code === 'ECONNRESET' || code === 'EPIPE')) return sendOnce(request);
        throw error;
      }
    },
    close: () => agent.destroy(),
  };
}

const inBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
