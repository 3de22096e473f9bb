import { DISTRICTS_MAX } from '@app/contract/reference/reference';
import type { Services } from '../platform/domain/services.ts';
import { foldedDistrict } from './districts.public.ts';

/** Maximum number of a city's newest ads that are read. */
const ADS_READ_MAX = 5000;
const CACHE_MS = 10_000;

// Served by `ads_districts` alone. Of several spellings of a name the most common is shown.
const DISTRICTS = `
  select mode() within group (order by district) as district
  from (select district from ads where is_public and district <> '' and city_id = $1::bigint
        order by created_at desc limit ${ADS_READ_MAX}) named
  group by ${foldedDistrict('district')}
  order by count(*) desc, 1
  limit ${DISTRICTS_MAX}`;

export function listDistricts({ pool, publicCache }: Services, cityId: number): Promise<{ districts: string[] }> {
  return publicCache.getOrCompute(`districts ${cityId}`, CACHE_MS, async () => {
    const { rows } = await pool.query<{ district: string }>({ name: 'districts', text: DISTRICTS, values: [cityId] });
    return { districts: rows.map(({ district }) => district) };
  });
}
