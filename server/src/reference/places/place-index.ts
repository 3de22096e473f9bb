import { otherLayout } from '../../platform/search/keyboards.ts';
import { typoCost, typoCostMax } from '../../platform/search/typo-cost.ts';
import { type NamedRow, normalizeName } from '../names.ts';
import type { PlaceNames } from './place-names.ts';

export interface PlaceEntry extends NamedRow {
  kind: 'city' | 'country';
  id: number;
  countryId: number;
  country: NamedRow;
  population: number;
  latitude: number | null;
  longitude: number | null;
}

/** How well a name fits what was typed, the best first. */
const FIT = { exact: 0, beginning: 1, laterWord: 2, misspelt: 3 } as const;

interface Match {
  entry: PlaceEntry;
  fit: number;
  typos: number;
}

export interface PlaceIndex {
  /** The best matches first, and among equal ones those of more weight. */
  search(typed: string, count: number, weightOf?: (entry: PlaceEntry) => number): PlaceEntry[];
  /** Whether a name begins so, or a word of it, without a slip corrected. */
  knows(typed: string): boolean;
  /** Normalized, in all languages. */
  namesOf(kind: PlaceEntry['kind'], id: number): readonly string[];
  get(kind: PlaceEntry['kind'], id: number): PlaceEntry | undefined;
}

/** A country is seldom what is meant where a city of it fits as well. */
const COUNTRY_WEIGHT = 0.1;
const BY_POPULATION = ({ kind, population }: PlaceEntry): number =>
  population * (kind === 'country' ? COUNTRY_WEIGHT : 1);

export function createPlaceIndex(entries: readonly PlaceEntry[], forms: PlaceNames): PlaceIndex {
  const named = entries.map((entry) => ({
    entry,
    names: [...new Set([entry.name_native, entry.name_en, ...Object.values(entry.names)].map(normalizeName))],
  }));
  const byKey = new Map(named.map((one) => [`${one.entry.kind} ${one.entry.id}`, one]));

  function literal(typed: string): Match[] {
    if (typed === '') return [];
    // «в Казани», «спб»: other forms of names are known for the larger cities of each name.
    const form = forms.get(typed)?.city.id;
    const later = ` ${typed}`;
    return named.flatMap(({ entry, names }): Match | [] => {
      const isForm = entry.kind === 'city' && entry.id === form;
      if (isForm || names.includes(typed)) return { entry, fit: FIT.exact, typos: 0 };
      if (names.some((name) => name.startsWith(typed))) return { entry, fit: FIT.beginning, typos: 0 };
      return names.some((name) => name.includes(later)) ? { entry, fit: FIT.laterWord, typos: 0 } : [];
    });
  }

  function misspelt(typed: string): Match[] {
    const max = typoCostMax(typed.length);
    if (max === 0) return [];
    return named.flatMap(({ entry, names }): Match | [] => {
      let typos = Number.POSITIVE_INFINITY;
      for (const name of names) {
        // Few people mistake the first letter, and comparing all names would take ten times as long.
        if (name[0] !== typed[0]) continue;
        // The name may be unfinished.
        for (const known of new Set([name, name.slice(0, typed.length), name.slice(0, typed.length + 1)]))
          typos = Math.min(typos, typoCost(typed, known, max));
      }
      return typos <= max ? { entry, fit: FIT.misspelt, typos } : [];
    });
  }

  function find(text: string): Match[] {
    const typed = normalizeName(text);
    const other = normalizeName(otherLayout(text) ?? '');
    for (const attempt of [() => literal(typed), () => literal(other), () => misspelt(typed), () => misspelt(other)]) {
      const found = attempt();
      if (found.length > 0) return found;
    }
    return [];
  }

  return {
    search(text, count, weightOf = BY_POPULATION) {
      if (normalizeName(text) === '') return [];
      const weight = new Map<PlaceEntry, number>();
      const matches = find(text);
      for (const { entry } of matches) weight.set(entry, weightOf(entry));
      const heavier = (a: PlaceEntry, b: PlaceEntry): number => (weight.get(b) ?? 0) - (weight.get(a) ?? 0);
      matches.sort(
        (a, b) => a.fit - b.fit || a.typos - b.typos || heavier(a.entry, b.entry) || a.entry.id - b.entry.id,
      );
      return matches.slice(0, count).map(({ entry }) => entry);
    },
    knows: (text) => literal(normalizeName(text)).length > 0,
    namesOf: (kind, id) => byKey.get(`${kind} ${id}`)?.names ?? [],
    get: (kind, id) => byKey.get(`${kind} ${id}`)?.entry,
  };
}
