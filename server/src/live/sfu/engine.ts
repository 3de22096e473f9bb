import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { PeerConnection } from 'node-datachannel';

export type Library = typeof import('node-datachannel');

/** What peer connections are made with, and where browsers reach them. */
export interface Engine {
  library: Library;
  createPeer(): PeerConnection;
  /** In place of the addresses that the machine knows of itself. */
  announced: readonly string[] | undefined;
  /** Beside them. */
  extra: readonly string[];
}

export interface EngineOptions {
  /** All media by this one UDP port, where it is free; 0: by a port of its own for each connection. */
  port: number;
  announce?: readonly string[];
  /** The site is opened on the machine itself. */
  isLocal: boolean;
}

const LOOPBACK = '127.0.0.1';
const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

export async function createEngine(library: Library, { port, announce, isLocal }: EngineOptions): Promise<Engine> {
  const announced = announce && (await Promise.all(announce.map(resolve)));
  // Whoever announces the machine to itself only, listens to itself only.
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
