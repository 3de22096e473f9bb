import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { bit, flag, id, line, optionalId, requiredLine, wholeNumber } from '../platform/fields.ts';
import { LANGUAGES } from '../platform/languages.ts';

/** A line of text, a number with a unit, or one of the listed choices. */
export const ATTRIBUTE_KINDS = ['text', 'number', 'choice'] as const;
export type AttributeKind = (typeof ATTRIBUTE_KINDS)[number];
export const ATTRIBUTE_NAME_MAX = 60;
export const ATTRIBUTE_TEXT_MAX = 120;
export const ATTRIBUTE_CHOICES_MAX = 100;
export const ATTRIBUTES_PER_CATEGORY_MAX = 12;
/** Numbers are not negative and keep two decimals. */
export const ATTRIBUTE_NUMBER_MAX = 999_999_999;
const ATTRIBUTE_UNIT_MAX = 12;
/** More than any field takes: what is too long is refused where the field is known. */
const TYPED_MAX = 1000;

/** The name in languages beside Russian; absent ones show the Russian name. */
const names = z.partialRecord(z.enum(LANGUAGES), line(ATTRIBUTE_NAME_MAX)).optional();
/** For staff, who edit them: the names beside the Russian one. */
const staffNames = z.partialRecord(z.enum(LANGUAGES), z.string()).optional();

export const AttributeChoice = z.object({ id: z.number().int(), name: z.string(), names: staffNames });

/** What ads of a category are asked for. */
export const CategoryAttribute = z.object({
  id: z.number().int(),
  category: z.number().int(),
  /** In the request's language; for staff who ask for `names` as well, Russian. */
  name: z.string(),
  names: staffNames,
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
  /** Of numbers. */
  unit: line(ATTRIBUTE_UNIT_MAX).optional(),
  required: flag.default(0),
  searchable: flag.default(1),
  position: wholeNumber(0, 1000).optional(),
  /** Choices in their order; those with an id keep it, so that ads keep their values. */
  choices: z
    .array(z.object({ id: optionalId, name: requiredLine(ATTRIBUTE_NAME_MAX), names }))
    .max(ATTRIBUTE_CHOICES_MAX)
    .optional(),
});
export type CategoryAttributeDraft = z.infer<typeof CategoryAttributeDraft>;

/**
 * What a form fills in: attribute id -> value as typed (text, number, or id of a choice); an empty value is none.
 * It is all that the ad says then: what is left out is taken away. Forms send the whole object as one JSON text.
 * Refusals name the field `board_attributes.<id>`. What is `required` binds callers that send this object: a call without it
 * leaves attributes as they are, and a new ad without any.
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
  list: endpoint({
    method: 'GET',
    path: '/api/attributes',
    access: 'public',
    summary: 'What ads of one category (`category`) or of all are asked for, in the order of the form.',
    query: z.object({
      category: optionalId,
      /** 1, for staff: all names of everything, to edit them. */
      names: flag.optional(),
    }),
    response: z.object({ attributes: z.array(CategoryAttribute) }),
    cacheMs: 2000,
  }),
  create: endpoint({
    method: 'PUT',
    path: '/api/attributes',
    access: 'staff',
    permission: 'reference.edit',
    summary: 'Ask ads of a category for one more thing.',
    body: CategoryAttributeDraft,
    response: CategoryAttribute,
    errors: ['already_exists'],
  }),
  edit: endpoint({
    method: 'POST',
    path: '/api/attributes',
    access: 'staff',
    permission: 'reference.edit',
    summary:
      'Change the attribute `id`; its kind and category stay, and so does what is left out. `choices` are all of them.',
    body: CategoryAttributeDraft.omit({ category: true, kind: true }).extend({
      id: optionalId,
      required: flag.optional(),
      searchable: flag.optional(),
    }),
    response: CategoryAttribute,
    errors: ['id_required', 'not_found', 'already_exists', 'in_use'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/attributes',
    access: 'staff',
    permission: 'reference.edit',
    summary: 'Stop asking for the attribute `id`; what ads say about it is forgotten.',
    query: z.object({ id }),
    response: z.object({ id: z.number().int() }),
    errors: ['not_found'],
  }),
};
