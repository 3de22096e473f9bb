import { zxyToTileId } from 'pmtiles';

export interface TestTile {
  z: number;
  x: number;
  y: number;
  bytes: Buffer;
}

const HEADER_BYTES = 127;
const NO_COMPRESSION = 1;

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}

/** A PMTiles archive of version 3 with one directory: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
export function writePmtiles(tiles: readonly TestTile[], metadata: object, tileType = 2): Buffer {
  const sorted = tiles
    .map((tile) => ({ ...tile, id: zxyToTileId(tile.z, tile.x, tile.y) }))
    .sort((one, other) => one.id - other.id);
  const directory = Buffer.from([
    ...varint(sorted.length),
    ...sorted.flatMap(({ id }, index) => varint(id - (sorted[index - 1]?.id ?? 0))),
    ...sorted.flatMap(() => varint(1)),
    ...sorted.flatMap(({ bytes }) => varint(bytes.length)),
    // An offset is written plus one; 0 would say that the tile follows the one before.
    ...sorted.flatMap((_, index) =>
      varint(sorted.slice(0, index).reduce((sum, { bytes }) => sum + bytes.length, 0) + 1),
    ),
  ]);
  const json = Buffer.from(JSON.stringify(metadata));
  const data = Buffer.concat(sorted.map(({ bytes }) => bytes));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const parts = [directory.length, json.length, 0, data.length];
  let offset = HEADER_BYTES;
  for (const [index, length] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + index * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + index * 16);
    offset += length;
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(BigInt(sorted.length), at);
  header.writeUInt8(1, 96);
  header.writeUInt8(NO_COMPRESSION, 97);
  header.writeUInt8(NO_COMPRESSION, 98);
  header.writeUInt8(tileType, 99);
  header.writeUInt8(Math.min(...sorted.map(({ z }) => z)), 100);
  header.writeUInt8(Math.max(...sorted.map(({ z }) => z)), 101);
  return Buffer.concat([header, directory, json, data]);
}
