import { createServer, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

const SCRIPT_PATH = '/engine-complaints.js';
/** A page of the product's origin without its scripts. */
export const BLANK_PATH = '/engine-blank';
export const COMPLAINTS_PATH = '/engine-complaints';

/** Tells the relay what the console of a page would say. Runs before every script of the page and leaves no trace in it. */
function reportComplaints(path: string): void {
  const report = (words: string): void => {
    void navigator.sendBeacon(path, `${location.pathname}: ${words}`);
  };
  const nameOf = (what: unknown): string => (what instanceof Error ? `${what.message} ${what.stack}` : String(what));
  addEventListener('error', ({ message, error }) => message && report(`uncaught: ${message} ${nameOf(error)}`));
  addEventListener('unhandledrejection', ({ reason }) => report(`unhandled: ${nameOf(reason)}`));
  addEventListener('securitypolicyviolation', (event) => {
    report(`security policy: ${event.violatedDirective} ${event.blockedURI}`);
  });
  const { error } = console;
  console.error = (...words: unknown[]): void => {
    report(words.map(nameOf).join(' '));
    error(...words);
  };
  document.currentScript?.remove();
}

const SCRIPT = `(${reportComplaints})(${JSON.stringify(COMPLAINTS_PATH)})`;

/** An engine whose console nobody outside can read: its driver has no BiDi. */
const hasSilentConsole = ({ headers }: IncomingMessage): boolean =>
  /Version\/.* Safari\//.test(headers['user-agent'] ?? '');
const isPage = ({ headers }: IncomingMessage): boolean => headers['sec-fetch-dest'] === 'document';

export interface Relay {
  close(): Promise<void>;
}

/**
 * Stands between the browsers and the product: collects the complaints of engines that have no other way to tell, and takes the
 * product off the network when it is closed.
 */
export async function startRelay(port: number, productPort: number): Promise<Relay> {
  const complaints: string[] = [];
  /** Of the server only those that speak HTTP can be closed: WebSockets are kept here as well. */
  const sockets = new Set<Socket>();
  const relay = createServer(async (incoming, answer) => {
    if (incoming.url === COMPLAINTS_PATH && incoming.method === 'POST') {
      complaints.push((await buffer(incoming)).toString());
      answer.end();
      return;
    }
    if (incoming.url === COMPLAINTS_PATH) return void answer.end(JSON.stringify(complaints.splice(0)));
    if (incoming.url === BLANK_PATH) {
      return void answer
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><link rel="icon" href="data:,">');
    }
    if (incoming.url === SCRIPT_PATH) {
      return void answer.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT);
    }
    const isWatched = hasSilentConsole(incoming) && isPage(incoming);
    const headers = { ...incoming.headers, ...(isWatched && { 'accept-encoding': 'identity' }) };
    const { method, url } = incoming;
    const passed = request({ port: productPort, method, path: url, headers, agent: false }, async (given) => {
      const type = given.headers['content-type'] ?? '';
      const isChanged = isWatched && type.startsWith('text/html');
      if (isChanged) delete given.headers['content-length'];
      answer.writeHead(given.statusCode ?? 502, given.headers);
      if (!isChanged) return void given.pipe(answer);
      answer.end((await buffer(given)).toString().replace('<head>', `<head><script src="${SCRIPT_PATH}"></script>`));
    });
    passed.once('error', () => answer.destroy());
    answer.once('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  relay.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  relay.on('upgrade', ({ method, url, rawHeaders }, socket, head) => {
    const product = connect(productPort, 'localhost', () => {
      const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
      product.write(`${[`${method} ${url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
      product.write(head);
      product.pipe(socket).pipe(product);
    });
    for (const [one, other] of [
      [product, socket],
      [socket, product],
    ] as const) {
      one.once('error', () => other.destroy());
      one.once('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => relay.listen(port, 'localhost', resolve));
  return {
    async close() {
      const closed = new Promise((resolve) => relay.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
