import { isIPv4 } from 'node:net';

type Value = string | number | Value[] | { [key: string]: Value };

const RECORD_BYTES = 3;
const SEPARATOR_BYTES = 16;
const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const TYPES = { string: 2, double: 3, map: 7, uint32: 6, array: 11 };

function control(type: number, size: number): Buffer {
  // Sizes up to 28 stand in the control byte, up to 284 in one more. Types above 7 stand in a byte of their own.
  if (size > 284) throw new Error('The tables of tests hold short values only');
  const short = Math.min(size, 29);
  const more = size < 29 ? [] : [size - 29];
  return Buffer.from(type > 7 ? [short, type - 7, ...more] : [(type << 5) | short, ...more]);
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([control(TYPES.string, bytes.length), bytes]);
  }
  if (typeof value === 'number' && !Number.isInteger(value)) {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return Buffer.concat([control(TYPES.double, 8), bytes]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(TYPES.uint32, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(TYPES.array, value.length), ...value.map(encode)]);
  const pairs = Object.entries(value).flatMap(([key, held]) => [encode(key), encode(held)]);
  return Buffer.concat([control(TYPES.map, pairs.length / 2), ...pairs]);
}

/** The 128 bits of an address; an IPv4 address stands in the last 32 of them. */
function bitsOf(address: string): number[] {
  const groups = isIPv4(address)
    ? [0, 0, 0, 0, 0, 0, ...ipv4Groups(address)]
    : expand(address).map((group) => Number.parseInt(group, 16));
  return groups.flatMap((group) => [...group.toString(2).padStart(16, '0')].map(Number));
}

function ipv4Groups(address: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

function expand(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const [first, last] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
}

type Node = [left: Node | number, right: Node | number];
const UNKNOWN = -1;

/** A tiny MMDB table: entries are networks, such as `5.3.0.0/16`, and what is known of them. */
export function writeMmdb(databaseType: string, entries: Record<string, Value>): Buffer {
  const root: Node = [UNKNOWN, UNKNOWN];
  const data: Buffer[] = [];
  let dataBytes = 0;
  for (const [network, value] of Object.entries(entries)) {
    const [address = '', length = ''] = network.split('/');
    const path = bitsOf(address).slice(0, Number(length) + (isIPv4(address) ? 96 : 0));
    let node = root;
    for (const bit of path.slice(0, -1)) {
      const next = node[bit];
      if (typeof next === 'object') node = next;
      else node = node[bit] = [UNKNOWN, UNKNOWN];
    }
    node[path.at(-1) ?? 0] = dataBytes;
    const encoded = encode(value);
    data.push(encoded);
    dataBytes += encoded.length;
  }

  const nodes: Node[] = [root];
  for (const node of nodes) for (const side of node) if (typeof side === 'object') nodes.push(side);
  const places = new Map(nodes.map((node, index) => [node, index]));
  const tree = Buffer.alloc(nodes.length * RECORD_BYTES * 2);
  nodes.forEach((node, index) => {
    node.forEach((side, at) => {
      const known = typeof side === 'object' ? (places.get(side) ?? 0) : nodes.length + SEPARATOR_BYTES + side;
      const record = side === UNKNOWN ? nodes.length : known;
      tree.writeUIntBE(record, (index * 2 + at) * RECORD_BYTES, RECORD_BYTES);
    });
  });
  const metadata = encode({
    node_count: nodes.length,
    record_size: RECORD_BYTES * 8,
    ip_version: 6,
    database_type: databaseType,
    languages: ['en', 'ru'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_760_000_000,
    description: { en: 'Table of a test' },
  });
  return Buffer.concat([tree, Buffer.alloc(SEPARATOR_BYTES), ...data, MARKER, metadata]);
}
