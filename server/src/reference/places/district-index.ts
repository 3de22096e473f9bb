import type pg from 'pg';
import { otherLayout } from '../../platform/search/keyboards.ts';
import { createCachedQuery } from '../cached-query.ts';
import { foldedDistrict } from '../districts.public.ts';
import { normalizeName } from '../names.ts';

export interface District {
  cityId: number;
  /** In the most common of its spellings. */
  name: string;
  /** How many of the newest ads name it. */
  ads: number;
}

const KEPT_MS = 300_000;
const ADS_READ_MAX = 50_000;
const DISTRICTS_MAX = 20_000;

// There is no list of districts: they are what owners of ads write.
const DISTRICTS = `
  select city_id as "cityId", mode() within group (order by district) as name, count(*)::int as ads
  from (select city_id, district from ads where is_public order by created_at desc, id desc limit ${ADS_READ_MAX}) newest
  where district <> '' and city_id is not null
  group by city_id, ${foldedDistrict('district')}
  order by count(*) desc, 1
  limit ${DISTRICTS_MAX}`;

export const districtIndex = createCachedQuery<DistrictIndex>(
  async (pool: pg.Pool) =>
    createDistrictIndex((await pool.query<District>({ name: 'district-index', text: DISTRICTS })).rows),
  Date.now,
  KEPT_MS,
);

/** Fewer letters begin too many districts. */
const TYPED_MIN = 2;
const FIT = { exact: 0, beginning: 1, laterWord: 2 } as const;

export interface DistrictIndex {
  /**
   * Districts that the text names, alone, before or after their city; those of the city `near` first, then the best fit,
   * then those of more ads. `namesOf` gives the normalized names of a city.
   */
  search(text: string, count: number, namesOf: (cityId: number) => readonly string[], near?: number | null): District[];
}

function createDistrictIndex(districts: readonly District[]): DistrictIndex {
  const named = districts.map((district) => ({ district, name: textOf(district.name) }));

  return {
    search(text, count, namesOf, near = null) {
      const find = (typed: string) =>
        typed.length < TYPED_MIN
          ? []
          : named.flatMap(({ district, name }) => {
              const fit = fitOf(typed, name) ?? fitWithCity(typed, name, namesOf(district.cityId));
              return fit === undefined ? [] : [{ district, fit }];
            });
      const literal = find(textOf(text));
      const found = literal.length > 0 ? literal : find(textOf(otherLayout(text) ?? ''));
      const isFar = ({ cityId }: District): number => (cityId === near ? 0 : 1);
      return found
        .sort((a, b) => isFar(a.district) - isFar(b.district) || a.fit - b.fit || b.district.ads - a.district.ads)
        .slice(0, count)
        .map(({ district }) => district);
    },
  };
}

/** «Казань, Вахитовский» names the same as «казань вахитовский». */
const textOf = (text: string): string => normalizeName(text.replaceAll(',', ' '));

function fitOf(typed: string, name: string): number | undefined {
  if (name === typed) return FIT.exact;
  if (name.startsWith(typed)) return FIT.beginning;
  return name.includes(` ${typed}`) ? FIT.laterWord : undefined;
}

function fitWithCity(typed: string, name: string, cities: readonly string[]): number | undefined {
  for (const city of cities) {
    if (typed.startsWith(`${city} `)) return fitOf(typed.slice(city.length + 1), name);
    if (typed.startsWith(`${name} `) && city.startsWith(typed.slice(name.length + 1))) return FIT.beginning;
  }
  return undefined;
}
