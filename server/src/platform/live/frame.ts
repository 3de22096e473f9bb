export class Frame {
  readonly bytes: Buffer;
  readonly type: unknown;

  constructor(event: object | string) {
    this.type = typeof event === 'object' && 'type' in event ? event.type : undefined;
    this.bytes = encode(typeof event === 'string' ? event : JSON.stringify(event));
  }
}

const WHOLE_TEXT = 0x81;
const LENGTH_OF_16_BITS = 126;
const LENGTH_OF_64_BITS = 127;

function encode(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < LENGTH_OF_16_BITS ? 2 : length < 65_536 ? 4 : 10;
  const bytes = Buffer.allocUnsafe(head + length);
  bytes[0] = WHOLE_TEXT;
  if (head === 2) bytes[1] = length;
  else if (head === 4) {
    bytes[1] = LENGTH_OF_16_BITS;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = LENGTH_OF_64_BITS;
    bytes.writeBigUInt64BE(BigInt(length), 2);
  }
  bytes.write(text, head);
  return bytes;
}

let last: { event: object; frame: Frame } | undefined;

/**
 * Returns the encoded frame of an event. Server frames are not masked, so the same object sent to many sockets is
 * encoded only once.
 */
export function frameOf(event: object | string | Frame): Frame {
  if (event instanceof Frame) return event;
  if (typeof event === 'string') return new Frame(event);
  if (last?.event !== event) {
    if (last === undefined) process.nextTick(clearLast);
    last = { event, frame: new Frame(event) };
  }
  return last.frame;
}

function clearLast(): void {
  last = undefined;
}
