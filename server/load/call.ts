import http from 'node:http';

export interface Answer {
  status: number;
  body: unknown;
  /** Milliseconds that the product asks to wait. */
  retryAfter: number;
}

export interface Caller {
  /** Ask; throws when there was no answer. */
  call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Answer>;
  close(): void;
}

const CSRF = 'csrf-of-the-load';

/** One person's HTTP, with the cookies and headers that the site sends. */
export function createCaller(port: number, token: string, timeoutMs: number): Caller {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 6 });
  return {
    call: (method, path, body) =>
      new Promise((resolve, reject) => {
        const payload = body === undefined ? undefined : JSON.stringify(body);
        const request = http.request({
          agent,
          method,
          path,
          port,
          host: '127.0.0.1',
          headers: {
            cookie: `token=${token}; csrftoken=${CSRF}`,
            'x-csrftoken': CSRF,
            ...(payload !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(payload),
            }),
          },
        });
        const late = setTimeout(() => request.destroy(new Error('no answer')), timeoutMs);
        const fail = (error: Error): void => {
          clearTimeout(late);
          reject(error);
        };
        request.once('error', fail);
        request.once('response', (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', fail);
          response.once('close', () => {
            clearTimeout(late);
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
    close: () => agent.destroy(),
  };
}
