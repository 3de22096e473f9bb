import type { CitySource } from '@app/contract/people/security';

/** What the licences of tables of cities by address ask for: the name of their maker and a link. */
export const CITY_MAKERS: Record<Exclude<CitySource, ''>, { name: string; url: string }> = {
  'db-ip': { name: 'DB-IP', url: 'https://db-ip.com' },
  maxmind: { name: 'GeoLite2, MaxMind', url: 'https://www.maxmind.com' },
};
