import net, { type AddressInfo } from 'node:net';

/** A way to a server that can fall silent, as a frozen machine or a broken network does: nothing is refused or closed. */
export interface TcpPath {
  host: string;
  port: number;
  freeze(): void;
  thaw(): void;
  /** New connections lead there; those that are open end, or stay as they are. */
  lead(target: Target, options?: { cut: boolean }): void;
  close(): Promise<void>;
}

export interface Target {
  /** A host, or the folder of a PostgreSQL's Unix socket. */
  host: string;
  port: number;
}

const HOST = '127.0.0.1';

export async function openTcpPath(first: Target): Promise<TcpPath> {
  let target = first;
  let isFrozen = false;
  const sockets = new Set<net.Socket>();
  const keep = (socket: net.Socket): net.Socket => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    return isFrozen ? socket.pause() : socket;
  };
  const server = net.createServer((near) => {
    const { host, port } = target;
    const far = net.connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      keep(from);
      from.on('data', (bytes) => void to.write(bytes));
      from.on('close', () => to.destroy());
    }
    if (isFrozen) for (const socket of [near, far]) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    host: HOST,
    port: (server.address() as AddressInfo).port,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    lead(next, options = { cut: true }) {
      target = next;
      if (options.cut) cut();
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      cut();
      await closed;
    },
  };
}
