import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A minimal TCP balancer that can also simulate network failures. */
export interface Balancer {
  port: number;
  /** Resets all existing and new connections for this time, in milliseconds. */
  cut(ms: number): Promise<void>;
  /**
   * Drops all data silently for this time, in milliseconds. Connections open before or during the silence stay dead.
   */
  silence(ms: number): Promise<void>;
  /** How often each backend was marked as away. */
  outages(): number;
  close(): Promise<void>;
}

interface Backend {
  port: number;
  /** `away`: not responding. `unready`: alive but not ready to serve. */
  state: 'ready' | 'unready' | 'away';
  late: number;
  pairs: Set<Pair>;
}

interface Pair {
  client: net.Socket;
  node: net.Socket;
}

const CHECK_EVERY_MS = 500;
const ANSWER_MS = 2000;
/** Failed checks in a row after which a backend counts as dead and its connections are closed. */
const LATE_MAX = 2;
/** Milliseconds that a new connection waits for an available backend. */
const PATIENCE_MS = 1500;

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const backends = ports.map((port): Backend => ({ port, state: 'away', late: 0, pairs: new Set() }));
  const dead = new Set<net.Socket>();
  let network: 'whole' | 'cut' | 'silent' = 'whole';
  let turn = 0;
  let outages = 0;
  let isClosed = false;

  const server = net.createServer({ noDelay: true }, (client) => {
    client.on('error', () => {});
    if (network === 'cut') client.resetAndDestroy();
    else if (network === 'silent') leaveDead(client);
    else void admit(client);
  });

  function leaveDead(socket: net.Socket): void {
    dead.add(socket);
    socket.pause();
    socket.once('close', () => dead.delete(socket));
  }

  async function admit(client: net.Socket): Promise<void> {
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline && !client.destroyed; await sleep(50)) {
      for (const backend of order()) {
        const node = await connect(backend.port);
        if (node === undefined) {
          setState(backend, 'away');
          continue;
        }
        join(backend, { client, node });
        return;
      }
    }
    client.resetAndDestroy();
  }

  /** Ready backends in rotation; when none is ready, live ones, which send their own error. */
  function order(): Backend[] {
    turn += 1;
    const turned = backends.map((_, i) => backends[(i + turn) % backends.length] as Backend);
    const ready = turned.filter(({ state }) => state === 'ready');
    return ready.length > 0 ? ready : turned.filter(({ state }) => state === 'unready');
  }

  function connect(port: number): Promise<net.Socket | undefined> {
    return new Promise((resolve) => {
      const node = net.connect({ port, host: '127.0.0.1', noDelay: true });
      node.once('connect', () => resolve(node));
      node.once('error', () => resolve(undefined));
    });
  }

  function join(backend: Backend, pair: Pair): void {
    const { client, node } = pair;
    node.on('error', () => {});
    if (client.destroyed || network === 'cut') {
      client.resetAndDestroy();
      node.resetAndDestroy();
      return;
    }
    if (network === 'silent') {
      leaveDead(client);
      leaveDead(node);
      return;
    }
    backend.pairs.add(pair);
    client.pipe(node);
    node.pipe(client);
    const end = (): void => {
      if (!backend.pairs.delete(pair)) return;
      // Resets the client, as a network failure does, so that a partial message is never complete.
      if (!client.destroyed) client.resetAndDestroy();
      if (!node.destroyed) node.resetAndDestroy();
    };
    client.once('close', end);
    node.once('close', end);
  }

  function drop({ pairs }: Backend): void {
    for (const { client, node } of [...pairs]) {
      client.resetAndDestroy();
      node.resetAndDestroy();
    }
  }

  function setState(backend: Backend, state: Backend['state']): void {
    if (backend.state === state) return;
    if (state === 'away') {
      outages += 1;
      drop(backend);
    }
    backend.state = state;
  }

  function ask(port: number): Promise<number> {
    return new Promise((resolve) => {
      const request = http.get({ port, host: '127.0.0.1', path: '/readyz', agent: false, timeout: ANSWER_MS });
      request.once('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.once('timeout', () => {
        resolve(-1);
        request.destroy();
      });
      request.once('error', () => resolve(0));
    });
  }

  async function check(backend: Backend): Promise<void> {
    while (!isClosed) {
      const status = await ask(backend.port);
      backend.late = status === -1 ? backend.late + 1 : 0;
      if (status === 200) setState(backend, 'ready');
      else if (status === 0 || backend.late >= LATE_MAX) setState(backend, 'away');
      else if (status > 0) setState(backend, 'unready');
      await sleep(CHECK_EVERY_MS);
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const checks = Promise.all(backends.map(check));

  return {
    port: (server.address() as AddressInfo).port,
    async cut(ms) {
      network = 'cut';
      for (const backend of backends) drop(backend);
      await sleep(ms);
      network = 'whole';
    },
    async silence(ms) {
      network = 'silent';
      for (const { pairs } of backends) {
        for (const { client, node } of [...pairs]) {
          client.unpipe(node);
          node.unpipe(client);
          leaveDead(client);
          leaveDead(node);
        }
        pairs.clear();
      }
      await sleep(ms);
      network = 'whole';
    },
    outages: () => outages,
    async close() {
      isClosed = true;
      const closed = new Promise((resolve) => server.close(resolve));
      for (const backend of backends) drop(backend);
      for (const socket of dead) socket.destroy();
      await Promise.all([closed, checks]);
    },
  };
}
