import type { AdFilters } from '@app/contract/market/ads';
import type { Lang } from '@app/contract/platform/languages';
import type pg from 'pg';
import { otherLayout } from '../../../../platform/search/keyboards.ts';
import { searchWords } from '../../../../platform/search/parse-search.ts';
import { localizedReferenceName } from '../../../../reference/reference.public.ts';
import { readCategory } from './read-category.ts';
import { readPlace } from './read-place.ts';
import { readPrice } from './read-price.ts';
import { type RadiusRead, readRadius } from './read-radius.ts';

/** What was read out of the words; `search` is the query without it. */
export interface ReadPart {
  kind: 'city' | 'radius' | 'price' | 'category';
  search: string;
  id?: number;
  name?: string;
  radius?: number;
  price_from?: number;
  price_to?: number;
}

type Filters = Pick<
  AdFilters,
  'search' | 'city_id' | 'country_id' | 'category_id' | 'price_from' | 'price_to' | 'radius' | 'exact'
>;

export interface ReadQuery<Given> {
  filters: Given;
  parts: ReadPart[];
}

interface TakenPart {
  text: string;
  part: Omit<ReadPart, 'search'>;
  filters: Partial<Filters>;
  /** False for words that may mean something else: the search is repeated with them when nothing is found. */
  isCertain: boolean;
}

/**
 * Reads the price, the city with a distance around it and the category out of the words. Explicit filters win: what they decide is not read.
 * Returns the readings in the order in which they are tried, the words as typed last.
 */
export async function readQuery<Given extends Filters>(
  pool: pg.Pool,
  lang: Lang,
  given: Given,
): Promise<ReadQuery<Given>[]> {
  const plain = { filters: given, parts: [] };
  if (given.exact === 1 || searchWords(given.search ?? '').length === 0) return [plain];
  const read = await takeParts(pool, lang, given);
  const [asked, taken] = read.length > 0 ? [given, read] : await takeOtherLayout(pool, lang, given);
  if (taken.length === 0) return [plain];
  const certain = taken.filter(({ isCertain }) => isCertain);
  const readings = [taken, ...(certain.length > 0 && certain.length < taken.length ? [certain] : [])];
  return [...readings.map((parts) => withParts(asked, parts)), plain];
}

/** «dtkjcbgtl d rfpfyb»: only what is certain, because the words themselves are corrected later. */
async function takeOtherLayout<Given extends Filters>(
  pool: pg.Pool,
  lang: Lang,
  given: Given,
): Promise<[Given, TakenPart[]]> {
  const search = otherLayout(given.search ?? '');
  if (search === undefined || !/\p{Script=Cyrillic}/u.test(search)) return [given, []];
  const asked = { ...given, search };
  const taken = await takeParts(pool, lang, asked);
  return [asked, taken.filter(({ isCertain }) => isCertain)];
}

async function takeParts(pool: pg.Pool, lang: Lang, given: Filters): Promise<TakenPart[]> {
  const taken: TakenPart[] = [];
  const typed = (given.search ?? '').normalize('NFC');
  const rest = (): string => withoutTexts(typed, taken);
  const price = given.price_from || given.price_to ? undefined : readPrice(rest());
  if (price !== undefined) {
    const filters = { price_from: price.from ?? undefined, price_to: price.to ?? undefined };
    taken.push({ text: price.text, part: { kind: 'price', ...definedOf(filters) }, filters, isCertain: true });
  }
  const place = given.city_id ? undefined : await readPlace(pool, rest());
  if (place !== undefined && (!given.country_id || given.country_id === place.countryId)) {
    const { cityId, text, isCertain } = place;
    const name = localizedReferenceName(place.name, lang);
    const filters = { city_id: cityId };
    const around = given.radius ? undefined : readRadius(rest(), text);
    taken.push({ text, part: { kind: 'city', id: cityId, name }, filters, isCertain });
    if (around !== undefined) taken.push(takeRadius(around, isCertain));
  }
  const around = given.city_id && !given.radius ? readRadius(rest(), '') : undefined;
  if (around !== undefined) taken.push(takeRadius(around, true));
  const category = given.category_id ? undefined : await readCategory(pool, rest());
  if (category !== undefined) {
    const { id, text } = category;
    const name = localizedReferenceName(category.name, lang);
    taken.push({ text, part: { kind: 'category', id, name }, filters: { category_id: id }, isCertain: false });
  }
  return taken;
}

const takeRadius = ({ km, text }: RadiusRead, isCertain: boolean): TakenPart => ({
  text,
  part: { kind: 'radius', radius: km },
  filters: { radius: km },
  isCertain,
});

/** Without its city a distance means nothing. */
const goesWith = (one: TakenPart, other: TakenPart): boolean =>
  one === other || (one.part.kind === 'city' && other.part.kind === 'radius');

function withParts<Given extends Filters>(given: Given, taken: readonly TakenPart[]): ReadQuery<Given> {
  const typed = (given.search ?? '').normalize('NFC');
  const search = withoutTexts(typed, taken);
  const hasWords = searchWords(search).length > 0;
  return {
    filters: { ...given, ...Object.assign({}, ...taken.map(({ filters }) => filters)), search: hasWords ? search : '' },
    parts: taken.map((one) => ({
      ...one.part,
      search: withoutTexts(
        typed,
        taken.filter((other) => goesWith(one, other)),
      ),
    })),
  };
}

function withoutTexts(typed: string, taken: readonly { text: string }[]): string {
  let rest = typed;
  for (const { text } of taken) rest = rest.replace(text, ' ');
  return rest.replace(/\s+/g, ' ').trim();
}

function definedOf<T extends object>(values: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: NonNullable<T[Key]>;
  };
}
