import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { bit, flag, id, line, optionalId, requiredLine, whole } from './fields.ts';

/** A line of text, a number with a unit, or one of the listed choices. */
export const ATTRIBUTE_KINDS = ['text', 'number', 'choice'] as const;
export type AttributeKind = (typeof ATTRIBUTE_KINDS)[number];
export const ATTRIBUTE_NAME_MAX = 60;
export const ATTRIBUTE_TEXT_MAX = 120;
export const ATTRIBUTE_CHOICES_MAX = 100;
export const ATTRIBUTES_PER_CATEGORY_MAX = 12;
/** Numbers keep two decimals. */
export const ATTRIBUTE_NUMBER_MAX = 999_999_999;

/** A name in all languages; absent ones fall back to `ru`. */
const names = z.record(z.string().max(2), line(ATTRIBUTE_NAME_MAX)).optional();

export const AttributeChoice = z.object({ id: z.number().int(), name: z.string() });

/** What ads of a category are asked for. */
export const CategoryAttribute = z.object({
  id: z.number().int(),
  category: z.number().int(),
  name: z.string(),
  kind: z.enum(ATTRIBUTE_KINDS),
  /** «м²», «км»: shown after the number; empty for the other kinds. */
  unit: z.string(),
  required: bit,
  searchable: bit,
  position: z.number().int(),
  choices: z.array(AttributeChoice),
});
export type CategoryAttribute = z.infer<typeof CategoryAttribute>;

export const CategoryAttributeDraft = z.object({
  category: id,
  name: requiredLine(ATTRIBUTE_NAME_MAX),
  names,
  kind: z.enum(ATTRIBUTE_KINDS),
  unit: line(12).optional(),
  required: flag.default(0),
  searchable: flag.default(1),
  position: whole(0, 1000).optional(),
  /** Choices in their order; those with an id keep it, so that ads keep their values. */
  choices: z
    .array(z.object({ id: optionalId, name: requiredLine(ATTRIBUTE_NAME_MAX), names }))
    .max(ATTRIBUTE_CHOICES_MAX)
    .optional(),
});
export type CategoryAttributeDraft = z.infer<typeof CategoryAttributeDraft>;

/**
 * What a form fills in: attribute id -> value as typed (text, number, or id of a choice); an empty value takes it away.
 * Forms send the whole object as one JSON text.
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
    z.union([z.number(), line(ATTRIBUTE_TEXT_MAX), z.null().transform(() => '')]),
  ),
);
export type AttributeValues = z.infer<typeof attributeValues>;

export const attributesApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/attributes',
    access: 'public',
    summary: 'What ads of one category (`category`) or of all are asked for, in the order of the form.',
    query: z.object({ category: optionalId }),
    response: z.object({ attributes: z.array(CategoryAttribute) }),
    cacheMs: 2000,
  }),
  create: endpoint({
    method: 'PUT',
    path: '/api/attributes',
    access: 'staff',
    summary: 'Ask ads of a category for one more thing.',
    body: CategoryAttributeDraft,
    response: CategoryAttribute,
    errors: ['already_exists'],
  }),
  edit: endpoint({
    method: 'POST',
    path: '/api/attributes',
    access: 'staff',
    summary: 'Change the attribute `id`; its kind and category stay.',
    body: CategoryAttributeDraft.omit({ category: true, kind: true }).extend({ id: optionalId }),
    response: CategoryAttribute,
    errors: ['id_required', 'not_found', 'already_exists', 'in_use'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/attributes',
    access: 'staff',
    summary: 'Stop asking for the attribute `id`; what ads say about it is forgotten.',
    query: z.object({ id }),
    response: z.object({ id: z.number().int() }),
    errors: ['not_found'],
  }),
};
