import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface ReceivedPush {
  path: string;
  headers: IncomingHttpHeaders;
  sealed: Buffer;
  opened: unknown;
}

interface Browser {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

interface Ece {
  decrypt(body: Buffer, options: { version: string; privateKey: unknown; authSecret: string }): Buffer;
}

// The library used by web-push for encryption; without types.
const ece = createRequire(createRequire(import.meta.url).resolve('web-push'))('http_ece') as Ece;

/** A push service with browsers, which decrypts pushes as a browser would. */
export async function startPushService() {
  const browsers = new Map<string, { curve: ReturnType<typeof createECDH>; auth: string }>();
  const received: ReceivedPush[] = [];
  const answers = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const sealed = await buffer(request);
    const status = answers.get(path) ?? 201;
    const browser = browsers.get(path);
    if (browser !== undefined && status === 201) {
      const opened = ece.decrypt(sealed, {
        version: 'aes128gcm',
        privateKey: browser.curve,
        authSecret: browser.auth,
      });
      received.push({ path, headers: request.headers, sealed, opened: JSON.parse(opened.toString()) });
    }
    response.writeHead(status, status === 307 ? { location: '/elsewhere' } : {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    browser(): Browser {
      const path = `/push/${browsers.size + 1}`;
      const curve = createECDH('prime256v1');
      const keys = { p256dh: curve.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
      browsers.set(path, { curve, auth: keys.auth });
      return { endpoint: origin + path, keys };
    },
    answer({ endpoint }: Browser, status: number): void {
      answers.set(new URL(endpoint).pathname, status);
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
