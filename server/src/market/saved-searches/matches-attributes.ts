import { parseAttributeFilters } from '@app/contract/reference/attribute-filters';

export function matchesAttributes(wanted: string, values: Readonly<Record<string, number | string>>): boolean {
  for (const [id, filter] of parseAttributeFilters(wanted)) {
    const value = values[String(id)];
    if (typeof value !== 'number') return false;
    if ('choices' in filter) {
      if (!filter.choices.includes(value)) return false;
    } else if (value < (filter.from ?? value) || value > (filter.to ?? value)) return false;
  }
  return true;
}
