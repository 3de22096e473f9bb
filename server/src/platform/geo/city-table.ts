import { readFile } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import type { Lang } from '@app/contract/platform/languages';
import { Reader, type Response } from 'mmdb-lib';
import { ConfigError } from '../config.ts';

/** Who made the table: their licences want to be named where cities are shown. '' for a table that needs no mention. */
export type CityTableMaker = '' | 'db-ip' | 'maxmind';

export interface CityTable {
  maker: CityTableMaker;
  /** «Казань, Россия» in the given language where the table has it, otherwise in English; '' for unknown addresses. */
  findCity(ip: string, lang: Lang): string;
  /** Degrees of the city of an address, where the table has them; never of a mere country. */
  findPosition(ip: string): { latitude: number; longitude: number } | undefined;
}

export const NO_CITIES: CityTable = { maker: '', findCity: () => '', findPosition: () => undefined };

type Names = Readonly<Record<string, string | undefined>>;
interface CityRecord {
  city?: { names?: Names };
  country?: { names?: Names };
  location?: { latitude?: unknown; longitude?: unknown };
}

const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

const LOCAL_NETWORKS: readonly (readonly [address: string, bits: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
];
const local = new BlockList();
for (const [address, bits, family] of LOCAL_NETWORKS) local.addSubnet(address, bits, family);

function makerOf(type: string): CityTableMaker {
  if (/^dbip/i.test(type)) return 'db-ip';
  return /^geo(lite|ip)/i.test(type) ? 'maxmind' : '';
}

function parseTable(file: Buffer): Reader<Response> {
  try {
    return new Reader<Response>(file);
  } catch {
    throw new ConfigError('GEO_FILE is not a table in the MMDB format');
  }
}

/** Reads an MMDB table of cities into memory. Throws {@link ConfigError} for a file that cannot serve as one. */
export async function openCityTable(path: string | undefined): Promise<CityTable> {
  if (path === undefined) return NO_CITIES;
  const file = await readFile(path).catch((error: Error) => {
    throw new ConfigError(`GEO_FILE cannot be read: ${error.message}`);
  });
  const table = parseTable(file);
  const { databaseType } = table.metadata;
  if (!/city/i.test(databaseType)) throw new ConfigError(`GEO_FILE is a table of ${databaseType}, not of cities`);
  const recordOf = (address: string): CityRecord => {
    const ip = address.replace(MAPPED_IPV4, '');
    const family = isIP(ip);
    if (family === 0 || local.check(ip, family === 6 ? 'ipv6' : 'ipv4')) return {};
    return (table.get(ip) ?? {}) as CityRecord;
  };
  return {
    maker: makerOf(databaseType),
    findPosition(address) {
      const { city, location: { latitude, longitude } = {} } = recordOf(address);
      const isKnown = city !== undefined && typeof latitude === 'number' && typeof longitude === 'number';
      return isKnown ? { latitude, longitude } : undefined;
    },
    findCity(address, lang) {
      const { city, country } = recordOf(address);
      const nameOf = (names: Names | undefined): string => names?.[lang] ?? names?.en ?? '';
      return [nameOf(city?.names), nameOf(country?.names)].filter(Boolean).join(', ');
    },
  };
}
