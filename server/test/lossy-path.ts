import { createSocket, type Socket } from 'node:dgram';

const LOOPBACK = '127.0.0.1';

/**
 * A UDP path to a media node that drops media packets at an even rate, so that every run loses the same number, and
 * delays all packets.
 */
export interface LossyPath {
  port: number;
  dropped: number;
  /** Sends a packet to the node from the address of the browser. */
  inject(packet: Buffer): void;
  close(): void;
}

interface LossyPathOptions {
  /** Share of lost packets from 0 to 1, seen from the browser. */
  coming: number;
  going: number;
  /** Per direction. */
  delayMs?: number;
  /** Is shown every packet and the side that it goes to, and may change its bytes. */
  onPacket?: (packet: Buffer, to: 'node' | 'browser') => void;
}

export async function openLossyPath(
  to: number,
  { coming, going, delayMs = 0, onPacket }: LossyPathOptions,
): Promise<LossyPath> {
  const near = createSocket('udp4');
  const far = createSocket('udp4');
  let browser: { address: string; port: number } | undefined;
  let isClosed = false;
  const late = (send: () => void): void => {
    if (delayMs === 0) send();
    else setTimeout(() => isClosed || send(), delayMs);
  };
  const path: LossyPath = {
    port: 0,
    dropped: 0,
    inject: (packet) => far.send(packet, to, LOOPBACK),
    close() {
      isClosed = true;
      near.close();
      far.close();
    },
  };
  const carry = (part: number): ((packet: Buffer) => boolean) => {
    let due = 0;
    return (packet) => {
      if (!isMedia(packet)) return true;
      due += part;
      if (due < 1) return true;
      due -= 1;
      path.dropped += 1;
      return false;
    };
  };
  const [mayGo, mayCome] = [carry(going), carry(coming)];
  near.on('message', (packet, from) => {
    browser = from;
    onPacket?.(packet, 'node');
    if (mayGo(packet)) late(() => far.send(packet, to, LOOPBACK));
  });
  far.on('message', (packet) => {
    onPacket?.(packet, 'browser');
    const { port, address } = browser ?? {};
    if (port !== undefined && mayCome(packet)) late(() => near.send(packet, port, address));
  });
  // Browsers use any local address.
  await Promise.all([bind(near, '0.0.0.0'), bind(far, LOOPBACK)]);
  path.port = near.address().port;
  return path;
}

const bind = (socket: Socket, address: string): Promise<void> =>
  new Promise((resolve) => socket.bind(0, address, resolve));

/** Only encrypted RTP, not connectivity checks, handshakes or reports. */
function isMedia(packet: Buffer): boolean {
  const [first = 0, second = 0] = packet;
  return first >= 128 && first < 192 && (second < 192 || second > 223);
}
