export type AttributeFilters = ReadonlyMap<number, AttributeFilter>;
export type AttributeFilter = { choices: readonly number[] } | { from: number | null; to: number | null };

const ATTRIBUTES_MAX = 12;
const CHOICES_MAX = 30;
const PART = /^(\d{1,15}):(?:(\d{1,15}(?:,\d{1,15})*)|(\d{1,9}(?:\.\d{1,2})?)?-(\d{1,9}(?:\.\d{1,2})?)?)$/;

/** Parses `12:5,7;14:10-20;15:-300`. Invalid parts are ignored. */
export function parseAttributeFilters(text: string | null | undefined): AttributeFilters {
  const filters = new Map<number, AttributeFilter>();
  for (const part of (text ?? '').split(';').slice(0, ATTRIBUTES_MAX)) {
    const match = PART.exec(part.trim());
    if (!match) continue;
    const [, id, choices, from, to] = match;
    if (choices !== undefined) {
      const wanted = [...new Set(choices.split(',').map(Number))].slice(0, CHOICES_MAX);
      filters.set(Number(id), { choices: wanted.sort((a, b) => a - b) });
    } else if (from !== undefined || to !== undefined) {
      filters.set(Number(id), {
        from: from === undefined ? null : Number(from),
        to: to === undefined ? null : Number(to),
      });
    }
  }
  return filters;
}

/** Canonical form of the filters, so that each list has one address; empty without filters. */
export function formatAttributeFilters(filters: AttributeFilters): string {
  return [...filters]
    .sort(([a], [b]) => a - b)
    .flatMap(([id, filter]) => {
      if ('choices' in filter) return filter.choices.length > 0 ? [`${id}:${filter.choices.join(',')}`] : [];
      return filter.from === null && filter.to === null ? [] : [`${id}:${filter.from ?? ''}-${filter.to ?? ''}`];
    })
    .join(';');
}
