import http from 'node:http';
import https from 'node:https';

export interface CallResponse {
  status: number;
  body: unknown;
  retryAfter: number;
}

export interface Caller {
  call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<CallResponse>;
  hangUp(): void;
  close(): void;
}

const CSRF = 'csrf-of-the-load';

/** Milliseconds after which a call counts as slow; `onSlow` decides whether to keep waiting. */
const SLOW_MS = 2000;

export function createCaller(
  origin: string,
  token: string,
  timeoutMs: number,
  onSlow: () => boolean = () => true,
  shared?: http.Agent,
): Caller {
  const running = new Set<http.ClientRequest>();
  const { protocol, port, hostname } = new URL(origin);
  const transport = protocol === 'https:' ? https : http;
  const agent = shared ?? new transport.Agent({ keepAlive: true, maxSockets: 6 });
  return {
    call: (method, path, body) =>
      new Promise((resolve, reject) => {
        const payload = body === undefined ? undefined : JSON.stringify(body);
        const request = transport.request({
          agent,
          method,
          path,
          port,
          host: hostname,
          headers: {
            cookie: `token=${token}; csrftoken=${CSRF}`,
            'x-csrftoken': CSRF,
            ...(payload !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(payload),
            }),
          },
        });
        running.add(request);
        const late = setTimeout(() => request.destroy(new Error('no answer')), timeoutMs);
        const slow = setTimeout(() => {
          if (!onSlow()) request.destroy(new Error('no answer'));
        }, SLOW_MS);
        const cleanUp = (): void => {
          running.delete(request);
          clearTimeout(late);
          clearTimeout(slow);
        };
        const fail = (error: Error): void => {
          cleanUp();
          reject(error);
        };
        request.once('error', fail);
        request.once('response', (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', fail);
          response.once('close', () => {
            cleanUp();
            if (!response.complete) return fail(new Error('half an answer'));
            const text = Buffer.concat(chunks).toString();
            try {
              resolve({
                status: response.statusCode ?? 0,
                body: text === '' ? undefined : JSON.parse(text),
                retryAfter: Number(response.headers['retry-after'] ?? 0) * 1000,
              });
            } catch {
              fail(new Error('not an answer'));
            }
          });
        });
        request.end(payload);
      }),
    hangUp() {
      for (const request of running) request.destroy(new Error('no answer'));
    },
    close() {
      if (shared === undefined) agent.destroy();
    },
  };
}
