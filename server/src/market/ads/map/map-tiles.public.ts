import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { MapGround } from '@app/contract/market/ad-map';
import { PMTiles, type Source, TileType } from 'pmtiles';
import { ConfigError } from '../../../platform/config.ts';

/** Tiles of an operator's own map: squares of 256 pixels in the projection of the map. */
export interface MapTiles extends MapGround {
  mime: string;
  /** Undefined where the file has no tile. */
  tile(z: number, x: number, y: number): Promise<Uint8Array | undefined>;
}

const MIMES: Readonly<Partial<Record<TileType, string>>> = {
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
};

/** Its header and root directory, by which another version of a file is told apart. */
const BEGINNING_BYTES = 16_384;
const ATTRIBUTION_MAX = 200;
const VERSION_LENGTH = 16;

const opened = new Map<string, Promise<MapTiles>>();

/**
 * Opens a PMTiles archive of pictures, once in the life of the process. Throws {@link ConfigError} for a file that cannot be read,
 * is no such archive, or holds vectors, which this map does not draw.
 */
export async function openMapTiles(file: string | undefined): Promise<MapTiles | null> {
  if (file === undefined) return null;
  const tiles = opened.get(file) ?? readMapTiles(file);
  opened.set(file, tiles);
  return tiles;
}

async function readMapTiles(file: string): Promise<MapTiles> {
  const handle = await open(file).catch((error: Error) => {
    throw new ConfigError(`MAP_FILE cannot be read: ${error.message}`);
  });
  try {
    const archive = new PMTiles(sourceOf(file, handle));
    const header = await archive.getHeader().catch(() => {
      throw new ConfigError('MAP_FILE is not a map in the PMTiles format, version 3');
    });
    const mime = MIMES[header.tileType];
    if (mime === undefined) throw new ConfigError('MAP_FILE must hold pictures (PNG, JPEG, WebP or AVIF), not vectors');
    const metadata = (await archive.getMetadata()) as { attribution?: unknown } | null;
    return {
      mime,
      version: await versionOf(handle),
      min_zoom: header.minZoom,
      max_zoom: header.maxZoom,
      attribution: toText(metadata?.attribution),
      async tile(z, x, y) {
        const found = await archive.getZxy(z, x, y);
        return found === undefined ? undefined : new Uint8Array(found.data);
      },
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

export function presentGround(tiles: MapTiles | null): MapGround | null {
  if (tiles === null) return null;
  const { version, min_zoom, max_zoom, attribution } = tiles;
  return { version, min_zoom, max_zoom, attribution };
}

function sourceOf(file: string, handle: FileHandle): Source {
  return {
    getKey: () => file,
    async getBytes(offset, length) {
      const bytes = new Uint8Array(length);
      const { bytesRead } = await handle.read(bytes, 0, length, offset);
      return { data: bytes.buffer.slice(0, bytesRead) };
    },
  };
}

async function versionOf(handle: FileHandle): Promise<string> {
  const { size } = await handle.stat();
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0);
  const hash = createHash('sha256').update(String(size)).update(buffer.subarray(0, bytesRead));
  return hash.digest('hex').slice(0, VERSION_LENGTH);
}

/** Makers of maps write links into it; here it is a text. */
function toText(attribution: unknown): string {
  if (typeof attribution !== 'string') return '';
  return attribution
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&copy;', '©')
    .replaceAll('&amp;', '&')
    .trim()
    .slice(0, ATTRIBUTION_MAX);
}
