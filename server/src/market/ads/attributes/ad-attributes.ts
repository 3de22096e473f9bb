import {
  ATTRIBUTE_NUMBER_MAX,
  ATTRIBUTE_TEXT_MAX,
  ATTRIBUTES_PER_CATEGORY_MAX,
  type AttributeValues,
} from '@app/contract/reference/attributes';
import type { Db } from '../../../platform/database/tables.ts';
import { Failure } from '../../../platform/failure.ts';
import { type AttributeRule, findAttributes } from '../../../reference/reference.public.ts';
import type { AdAttributes } from '../ads.tables.ts';

type Value = AttributeValues[string];
type Checked = { value: number | string } | { wrong: string };

const REQUIRED = { wrong: 'errors.field.required' };
const INVALID = { wrong: 'errors.field.invalid' };
const TOO_LONG = { wrong: 'errors.field.too_long' };
const NUMBER = { wrong: 'reference.attribute.number' };

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters being refused
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/**
 * Normalizes the submitted values for storage: numbers with two decimals, choice ids, cleaned text; empty values are
 * omitted. Fails with `invalid_input` and a text per field, `board_attributes.<id>`.
 */
async function checkAttributes(db: Db, categoryId: number | null, values: AttributeValues): Promise<AdAttributes> {
  const filled = Object.entries(values).filter(([, value]) => !isEmpty(value));
  if (filled.length > ATTRIBUTES_PER_CATEGORY_MAX) throw invalidAttributes({ board_attributes: INVALID.wrong });
  const rules = new Map((await findAttributes(db, categoryId)).map((rule) => [rule.id, rule]));
  const checked: AdAttributes = {};
  const fields: Record<string, string> = {};
  for (const [id, value] of filled) {
    const rule = rules.get(Number(id));
    const result = rule ? checkValue(rule, value) : INVALID;
    if ('wrong' in result) fields[`board_attributes.${id}`] = result.wrong;
    else checked[String(Number(id))] = result.value;
  }
  for (const rule of rules.values()) {
    const { id, required } = rule;
    if (required && isAsked(rule, rules, checked) && checked[id] === undefined)
      fields[`board_attributes.${id}`] ??= REQUIRED.wrong;
  }
  if (Object.keys(fields).length > 0) throw invalidAttributes(fields);
  return checked;
}

/** Attributes of some kinds only are asked once one of these kinds is chosen. */
function isAsked(
  { forChoices }: AttributeRule,
  rules: ReadonlyMap<number, AttributeRule>,
  checked: AdAttributes,
): boolean {
  if (forChoices.length === 0) return true;
  return Object.entries(checked).some(
    ([id, value]) => rules.get(Number(id))?.kind === 'choice' && forChoices.includes(Number(value)),
  );
}

interface Fields {
  category?: number | null | undefined;
  board_attributes?: AttributeValues | undefined;
}

/**
 * Returns the attributes column for a draft or a change, or nothing when it stays. Clients that send no attributes are
 * not validated, so required attributes bind only those that send some. A change of category drops the old attributes.
 */
export async function attributeColumns(
  db: Db,
  { category, board_attributes }: Fields,
  ad?: { category_id: number | null },
): Promise<{ attributes?: string }> {
  const before = ad?.category_id ?? null;
  const now = category === undefined ? before : category;
  if (board_attributes !== undefined)
    return { attributes: JSON.stringify(await checkAttributes(db, now, board_attributes)) };
  return ad && now !== before ? { attributes: '{}' } : {};
}

function isEmpty(value: Value): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function checkValue(rule: AttributeRule, value: Value): Checked {
  if (rule.kind === 'text') return checkText(String(value));
  if (rule.kind === 'number') return checkNumber(value);
  const id = typeof value === 'number' ? value : Number(value);
  return rule.choices.some((choice) => choice.id === id) ? { value: id } : INVALID;
}

function checkText(typed: string): Checked {
  if (CONTROL.test(typed)) return INVALID;
  // A lone surrogate would make the JSON invalid.
  const value = typed.toWellFormed().replace(/\s+/gu, ' ').trim();
  return value.length > ATTRIBUTE_TEXT_MAX ? TOO_LONG : { value };
}

/** Accepts «1 250,5» as typed by people; a number computed by a program is rounded. */
function checkNumber(typed: Value): Checked {
  const text = typeof typed === 'number' ? String(Math.round(typed * 100) / 100) : typed.replace(/\s/gu, '');
  const value = /^\d{1,15}(?:[.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  return value <= ATTRIBUTE_NUMBER_MAX ? { value } : NUMBER;
}

function invalidAttributes(fields: Record<string, string>): Failure {
  return new Failure('invalid_input', { fields });
}
