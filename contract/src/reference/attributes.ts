import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, id, optionalId, requiredLine, singleLine, wholeNumber } from '../platform/fields.ts';
import { LANGUAGES } from '../platform/languages.ts';

export const ATTRIBUTE_KINDS = ['text', 'number', 'choice'] as const;
export type AttributeKind = (typeof ATTRIBUTE_KINDS)[number];
export const ATTRIBUTE_NAME_MAX = 60;
export const ATTRIBUTE_TEXT_MAX = 120;
export const ATTRIBUTE_CHOICES_MAX = 100;
export const ATTRIBUTES_PER_CATEGORY_MAX = 12;
/** Numbers are not negative and have two decimals. */
export const ATTRIBUTE_NUMBER_MAX = 999_999_999;
const ATTRIBUTE_UNIT_MAX = 12;
/** Above the limit of any field, so that the check of the field itself reports a too long value. */
const TYPED_MAX = 1000;

/** Names in languages other than Russian; missing ones fall back to Russian. */
const names = z.partialRecord(z.enum(LANGUAGES), singleLine(ATTRIBUTE_NAME_MAX)).optional();
const staffNames = z.partialRecord(z.enum(LANGUAGES), z.string()).optional();

export const AttributeChoice = z.object({ id: z.number().int(), name: z.string(), names: staffNames });

export const CategoryAttribute = z.object({
  id: z.number().int(),
  category: z.number().int(),
  /** In the request's language; in Russian for staff who ask for `names`. */
  name: z.string(),
  names: staffNames,
  kind: z.enum(ATTRIBUTE_KINDS),
  /** «м²», «км»: shown after the number; empty for other kinds. */
  unit: z.string(),
  required: bit,
  searchable: bit,
  position: z.number().int(),
  choices: z.array(AttributeChoice),
  /** Choices of other attributes of which one has to be made for this one to be asked; absent: always asked. */
  for_choices: z.array(z.number().int()).optional(),
});
export type CategoryAttribute = z.infer<typeof CategoryAttribute>;

export const CategoryAttributeDraft = z.object({
  category: id,
  name: requiredLine(ATTRIBUTE_NAME_MAX),
  names,
  kind: z.enum(ATTRIBUTE_KINDS),
  unit: singleLine(ATTRIBUTE_UNIT_MAX).optional(),
  required: flag.default(0),
  searchable: flag.default(1),
  position: wholeNumber(0, 1000).optional(),
  /** Choices in display order. Existing choices must pass their id, so that ads keep their values. */
  choices: z
    .array(z.object({ id: optionalId, name: requiredLine(ATTRIBUTE_NAME_MAX), names }))
    .max(ATTRIBUTE_CHOICES_MAX)
    .optional(),
});
export type CategoryAttributeDraft = z.infer<typeof CategoryAttributeDraft>;

/**
 * Attribute id -> value as typed (text, number, or id of a choice); an empty value means none. Replaces all attributes
 * of the ad. Forms send the object as JSON text. Errors name the field `board_attributes.<id>`. `required` is checked
 * only when the object is present: without it an edit keeps the attributes, and a new ad has none.
 */
export const attributeValues = z.preprocess(
  (value) => {
    if (typeof value !== 'string') return value;
    try {
      return value === '' ? {} : JSON.parse(value);
    } catch {
      return value;
    }
  },
  z.record(
    z.string().regex(/^\d{1,15}$/),
    z.union([z.number(), z.string().max(TYPED_MAX), z.null().transform(() => '')]),
  ),
);
export type AttributeValues = z.infer<typeof attributeValues>;

export const attributesApi = {
  list: endpoint('GET', '/api/attributes', 'public', {
    summary: 'Attributes of ads in one category (`category`) or in all, in the order of the form.',
    standby: true,
    query: z.object({
      category: optionalId,
      /** 1, for staff: returns the names in all languages. */
      names: flag.optional(),
    }),
    response: z.object({ attributes: z.array(CategoryAttribute) }),
    cacheMs: 2000,
  }),
  create: endpoint('PUT', '/api/attributes', 'staff', {
    permission: 'reference.edit',
    summary: 'Add an attribute to the ads of a category.',
    body: CategoryAttributeDraft,
    response: CategoryAttribute,
    errors: ['already_exists', 'not_found'],
  }),
  edit: endpoint('POST', '/api/attributes', 'staff', {
    permission: 'reference.edit',
    summary:
      'Change the attribute `id`; its kind and category stay, and so do omitted fields. `choices` are all of them.',
    body: CategoryAttributeDraft.omit({ category: true, kind: true }).extend({
      id: optionalId,
      required: flag.optional(),
      searchable: flag.optional(),
    }),
    response: CategoryAttribute,
    errors: ['id_required', 'not_found', 'already_exists', 'in_use'],
  }),
  remove: endpoint('DELETE', '/api/attributes', 'staff', {
    permission: 'reference.edit',
    summary: 'Delete the attribute `id` and its values in ads.',
    query: z.object({ id }),
    response: z.object({ id: z.number().int() }),
    errors: ['not_found'],
  }),
};
