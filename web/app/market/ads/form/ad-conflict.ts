import type { Board } from '@app/contract/market/ads';
import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { type AdFields, fieldsOf } from './draft/ad-draft.ts';

/** Fields that are decided together: a city belongs to its country, attributes to their category. */
const GROUPS = {
  board_title: ['board_title'],
  board_description: ['board_description'],
  board_kind: ['board_kind', 'board_swap_for', 'board_return_on'],
  board_price: ['board_price', 'board_price_period'],
  category: ['category', 'board_attributes'],
  place: ['country', 'city', 'board_district'],
  board_comments_by: ['board_comments_by'],
  audience: ['audience'],
  board_enabled: ['board_enabled'],
} as const satisfies Record<string, readonly (keyof AdFields)[]>;
export type ConflictGroup = keyof typeof GROUPS;
const ALL_GROUPS = Object.keys(GROUPS) as ConflictGroup[];

export interface FieldConflict {
  group: ConflictGroup;
  /** Whether the field was changed here too; otherwise the other value is taken without loss. */
  isMineChanged: boolean;
}

function isSame(
  one: AdFields,
  other: AdFields,
  group: ConflictGroup,
  attributes: readonly CategoryAttribute[],
): boolean {
  return GROUPS[group].every((field) =>
    field === 'board_attributes'
      ? attributes.every(({ id }) => (one[field][id] ?? '') === (other[field][id] ?? ''))
      : one[field] === other[field],
  );
}

/** Returns fields that were changed elsewhere and differ from the form. `asked` are the attributes of the category. */
export function findConflicts(
  base: AdFields,
  mine: AdFields,
  theirs: AdFields,
  attributes: readonly CategoryAttribute[],
): FieldConflict[] {
  return ALL_GROUPS.filter(
    (group) => !isSame(theirs, base, group, attributes) && !isSame(theirs, mine, group, attributes),
  ).map((group) => ({ group, isMineChanged: !isSame(mine, base, group, attributes) }));
}

export type ConflictSide = 'mine' | 'theirs';

/** Merges the form with the other values where they were chosen, or where only the other side changed the field. */
export function mergeFields(
  mine: AdFields,
  theirs: Board,
  choices: Readonly<Partial<Record<ConflictGroup, ConflictSide>>>,
): AdFields {
  const other = fieldsOf(theirs);
  const fields = ALL_GROUPS.flatMap((group) => (choices[group] === 'theirs' ? GROUPS[group] : []));
  return { ...mine, ...Object.fromEntries(fields.map((field) => [field, other[field]])) };
}
