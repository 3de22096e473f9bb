import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { PeerConnection } from 'node-datachannel';

export type Library = typeof import('node-datachannel');

export interface Engine {
  library: Library;
  createPeer(): PeerConnection;
  /** Replaces the addresses of the local network interfaces. */
  announced: readonly string[] | undefined;
  extra: readonly string[];
}

export interface EngineOptions {
  port: number;
  announce?: readonly string[];
  isLocal: boolean;
}

const LOOPBACK = '127.0.0.1';
const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

export async function createEngine(library: Library, { port, announce, isLocal }: EngineOptions): Promise<Engine> {
  const announced = announce && (await Promise.all(announce.map(resolve)));
  // A node that announces only loopback addresses also binds only to loopback.
  const bindAddress = announced?.every(isLoopback) ? announced[0] : undefined;
  const isShared = port !== 0 && (await isFree(port, bindAddress));
  const config = {
    iceServers: [],
    disableAutoNegotiation: true,
    forceMediaTransport: true,
    ...(bindAddress !== undefined && { bindAddress }),
    ...(isShared && { enableIceUdpMux: true, portRangeBegin: port, portRangeEnd: port }),
  };
  return {
    library,
    createPeer: () => new library.PeerConnection('person', config),
    announced,
    extra: isLocal && announced === undefined ? [LOOPBACK] : [],
  };
}

async function resolve(name: string): Promise<string> {
  return isIP(name) === 0 ? (await lookup(name)).address : name;
}

function isFree(port: number, address: string | undefined): Promise<boolean> {
  const socket = createSocket(address !== undefined && isIP(address) === 6 ? 'udp6' : 'udp4');
  return new Promise((resolve) => {
    socket.once('error', () => resolve(false));
    socket.bind(port, address, () => socket.close(() => resolve(true)));
  });
}
