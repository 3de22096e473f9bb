import { LANGUAGES } from '@app/contract/platform/languages';
import {
  ATTRIBUTES_PER_CATEGORY_MAX,
  type AttributeKind,
  type CategoryAttribute,
  type CategoryAttributeDraft,
} from '@app/contract/reference/attributes';
import { sql } from 'kysely';
import { recordStaffAction } from '../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../platform/database/tables.ts';
import { findViolatedConstraint } from '../platform/database/violation.ts';
import { emit } from '../platform/domain/events.ts';
import type { Services } from '../platform/domain/services.ts';
import { Failure, requireFound } from '../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../platform/http/idempotency.ts';
import type { SignedInViewer, Viewer } from '../platform/http/viewer.ts';
import { attributeDictionary } from './attribute-dictionary.ts';
import { presentAttributeRule } from './list-attributes.ts';
import { normalizeName } from './names.ts';
import type { Names } from './reference.tables.ts';

/** Omitted fields stay unchanged. */
export type AttributeChange = Omit<CategoryAttributeDraft, 'category' | 'kind' | 'required' | 'searchable'> & {
  id?: number | null | undefined;
  required?: 0 | 1 | undefined;
  searchable?: 0 | 1 | undefined;
};
type ChoiceDrafts = NonNullable<CategoryAttributeDraft['choices']>;

export async function createAttribute(
  services: Services,
  viewer: SignedInViewer,
  key: IdempotencyKey | undefined,
  draft: CategoryAttributeDraft,
): Promise<CategoryAttribute> {
  const choices = checkChoices(draft.kind, draft.choices ?? []);
  const { id } = await refuseRepeatedNames(() =>
    services.db.transaction().execute((tx) =>
      runIdempotent(tx, key, async () => {
        await requireRoom(tx, draft.category);
        const attributeId = await insertAttribute(tx, draft);
        await insertChoices(tx, attributeId, choices);
        await recordEdit(services, tx, viewer, attributeId, { created: draft.name, category: draft.category });
        return attributeId;
      }),
    ),
  );
  return presentSaved(services, viewer, id);
}

/** Choices that keep their id stay valid in ads; a choice in use cannot be removed. */
export async function editAttribute(
  services: Services,
  viewer: SignedInViewer,
  change: AttributeChange,
): Promise<CategoryAttribute> {
  const { id } = change;
  if (!id) throw new Failure('id_required');
  await refuseRepeatedNames(() =>
    services.db.transaction().execute(async (tx) => {
      const attribute = await tx
        .selectFrom('category_attributes')
        .select(['id', 'category_id', 'kind', 'names'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (attribute === undefined) throw new Failure('not_found');
      await tx
        .updateTable('category_attributes')
        .set({
          name: change.name,
          normalized: normalizeName(change.name),
          ...(change.names !== undefined && { names: cleanNames(change.names) }),
          ...(change.unit !== undefined && { unit: unitOf(attribute.kind, change.unit) }),
          ...(change.required !== undefined && { required: change.required === 1 }),
          ...(change.searchable !== undefined && { searchable: change.searchable === 1 }),
          ...(change.position !== undefined && { position: change.position }),
        })
        .where('id', '=', id)
        .execute();
      if (change.choices !== undefined)
        await changeChoices(tx, attribute, checkChoices(attribute.kind, change.choices));
      await recordEdit(services, tx, viewer, id, { name: change.name, category: attribute.category_id });
    }),
  );
  return presentSaved(services, viewer, id);
}

/** The values in ads are deleted later in small batches; they are hidden immediately. */
export async function removeAttribute(services: Services, viewer: SignedInViewer, id: number): Promise<{ id: number }> {
  await services.db.transaction().execute(async (tx) => {
    const [removed] = await tx
      .deleteFrom('category_attributes')
      .where('id', '=', id)
      .returning(['name', 'category_id'])
      .execute();
    if (removed === undefined) throw new Failure('not_found');
    await emit(services, tx, { type: 'attribute.deleted', attributeId: id });
    await recordEdit(services, tx, viewer, id, { removed: removed.name, category: removed.category_id });
  });
  invalidateAttributes(services);
  return { id };
}

function recordEdit(
  { clock }: Services,
  tx: Tx,
  viewer: SignedInViewer,
  id: number,
  details: Record<string, unknown>,
): Promise<void> {
  return recordStaffAction(tx, viewer, clock(), { action: 'reference.edit', object: `attribute:${id}`, details });
}

async function presentSaved(services: Services, { lang }: Viewer, id: number): Promise<CategoryAttribute> {
  invalidateAttributes(services);
  const rule = requireFound((await attributeDictionary.get(services.pool)).get(id));
  return presentAttributeRule(rule, lang);
}

function invalidateAttributes({ pool, publicCache }: Services): void {
  attributeDictionary.invalidate(pool);
  publicCache.invalidate();
}

/** Serializes concurrent additions with a lock, so that each counts the same attributes. */
async function requireRoom(tx: Tx, categoryId: number): Promise<void> {
  const category = await tx
    .selectFrom('categories')
    .select('id')
    .where('id', '=', categoryId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (category === undefined) throw wrong({ category: 'errors.field.invalid' });
  const { count } = await tx
    .selectFrom('category_attributes')
    .select(sql<number>`count(*)`.as('count'))
    .where('category_id', '=', categoryId)
    .executeTakeFirstOrThrow();
  if (count >= ATTRIBUTES_PER_CATEGORY_MAX)
    throw wrong({ category: 'reference.attribute.full' }, { max: ATTRIBUTES_PER_CATEGORY_MAX });
}

async function insertAttribute(tx: Tx, draft: CategoryAttributeDraft): Promise<number> {
  const { id } = await tx
    .insertInto('category_attributes')
    .values({
      category_id: draft.category,
      name: draft.name,
      names: cleanNames(draft.names),
      normalized: normalizeName(draft.name),
      kind: draft.kind,
      unit: unitOf(draft.kind, draft.unit ?? ''),
      required: draft.required === 1,
      searchable: draft.searchable === 1,
      position:
        draft.position ??
        sql<number>`(select coalesce(max(position), 0) + 1 from category_attributes where category_id = ${draft.category})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface PlacedChoice {
  id?: number | null | undefined;
  name: string;
  names: Names | undefined;
  normalized: string;
  position: number;
}

function checkChoices(kind: AttributeKind, drafts: ChoiceDrafts): PlacedChoice[] {
  if (kind !== 'choice') return [];
  if (drafts.length === 0) throw wrong({ choices: 'reference.attribute.choicesMissing' });
  const choices = drafts.map(({ id, name, names }, index) => ({
    id,
    name: name.toWellFormed(),
    names: names && cleanNames(names),
    normalized: normalizeName(name.toWellFormed()),
    position: index + 1,
  }));
  if (new Set(choices.map(({ normalized }) => normalized)).size < choices.length) throw exists();
  return choices;
}

async function insertChoices(tx: Tx, attributeId: number, choices: readonly PlacedChoice[]): Promise<void> {
  if (choices.length === 0) return;
  const rows = choices.map(({ name, names, normalized, position }) => ({
    attribute_id: attributeId,
    name,
    names: names ?? {},
    normalized,
    position,
  }));
  await tx.insertInto('attribute_choices').values(rows).execute();
}

async function changeChoices(
  tx: Tx,
  attribute: { id: number; category_id: number },
  choices: readonly PlacedChoice[],
): Promise<void> {
  const rows = await tx.selectFrom('attribute_choices').select('id').where('attribute_id', '=', attribute.id).execute();
  const storedIds = new Set(rows.map(({ id }) => id));
  const existing = choices.filter(({ id }) => id);
  const existingIds = new Set(existing.map(({ id }) => id));
  if (existingIds.size < existing.length || existing.some(({ id }) => !storedIds.has(id ?? 0)))
    throw wrong({ choices: 'errors.field.invalid' });
  const removedIds = [...storedIds].filter((id) => !existingIds.has(id));
  if (removedIds.length > 0) {
    if (await areUsed(tx, attribute, removedIds))
      throw new Failure('in_use', { text: 'reference.attribute.choiceInUse' });
    await tx.deleteFrom('attribute_choices').where('id', 'in', removedIds).execute();
  }
  if (existing.length > 0) {
    await sql`
      update attribute_choices c
      set name = d.name, names = coalesce(d.names, c.names), normalized = d.normalized, position = d.position
      from jsonb_to_recordset(${JSON.stringify(existing)}::jsonb)
        as d (id bigint, name text, names jsonb, normalized text, position integer)
      where c.id = d.id`.execute(tx);
  }
  await insertChoices(
    tx,
    attribute.id,
    choices.filter(({ id }) => !id),
  );
}

/** Whether an ad uses one of the choices. An ad saved meanwhile loses it: values without a choice are never shown. */
async function areUsed(
  tx: Tx,
  { id, category_id }: { id: number; category_id: number },
  choiceIds: readonly number[],
): Promise<boolean> {
  const names = choiceIds.map((choice) => sql<boolean>`attributes @> ${JSON.stringify({ [id]: choice })}::jsonb`);
  const used = sql`category_id = ${category_id} and (${sql.join(names, sql` or `)})`;
  // Public ads are found through their index.
  const { rows } = await sql`
    select from ads where is_public and ${used} union all select from ads where not is_public and ${used}
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** The Russian name is stored separately. Lone surrogates are removed, because they are invalid in JSON. */
function cleanNames(names: Names | undefined): Names {
  const cleaned: Names = {};
  for (const lang of LANGUAGES) if (lang !== 'ru' && names?.[lang]) cleaned[lang] = names[lang].toWellFormed();
  return cleaned;
}

function unitOf(kind: AttributeKind, unit: string): string {
  return kind === 'number' ? unit : '';
}

async function refuseRepeatedNames<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (findViolatedConstraint('unique', error) !== undefined) throw exists();
    throw error;
  }
}

function exists(): Failure {
  return new Failure('already_exists', { text: 'reference.attribute.exists' });
}

function wrong(fields: Record<string, string>, values?: Record<string, number>): Failure {
  return new Failure('invalid_input', { fields, ...(values && { values }) });
}
