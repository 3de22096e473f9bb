import { CATEGORY_ICONS, type CategoryIcon } from '@app/contract/reference/reference';
import { sql } from 'kysely';
import type { Tx } from '../platform/database/tables.ts';
import { normalizeName } from './names.ts';
import type { Names } from './reference.tables.ts';
import { ATTRIBUTES, SEED_LANGUAGES, type SeedName } from './seed/seed-data.ts';

/**
 * Seeds attributes of the initial categories that still exist. Runs only while no attribute was ever created, so that
 * removed attributes stay removed.
 */
export async function seedAttributes(tx: Tx): Promise<void> {
  const { rows } = await sql<{ begun: boolean }>`
    select is_called as begun from category_attributes_id_seq`.execute(tx);
  if (rows[0]?.begun) return;
  const categories = await tx.selectFrom('categories').select(['id', 'icon']).where('icon', '<>', '').execute();
  const seeds = categories.flatMap(({ id, icon }) =>
    isCategoryIcon(icon) ? ATTRIBUTES[icon].map((seed, index) => ({ categoryId: id, seed, position: index + 1 })) : [],
  );
  if (seeds.length === 0) return;
  const attributes = await tx
    .insertInto('category_attributes')
    .values(
      seeds.map(({ categoryId, seed, position }) => ({
        category_id: categoryId,
        ...named(seed.name),
        kind: seed.kind,
        unit: seed.unit ?? '',
        position,
      })),
    )
    .returning(['id', 'category_id', 'normalized'])
    .execute();
  const idOf = new Map(attributes.map(({ id, category_id, normalized }) => [`${category_id} ${normalized}`, id]));
  const choices = seeds.flatMap(({ categoryId, seed }) => {
    const attribute_id = idOf.get(`${categoryId} ${named(seed.name).normalized}`) ?? 0;
    return (seed.choices ?? []).map((choice, index) => ({ attribute_id, ...named(choice), position: index + 1 }));
  });
  await tx.insertInto('attribute_choices').values(choices).execute();
  for (const { categoryId, seed } of seeds) {
    if (seed.for === undefined) continue;
    await sql`
      update category_attributes a set for_choices = array(
        select c.id from attribute_choices c join category_attributes kinds on kinds.id = c.attribute_id
        where kinds.category_id = a.category_id and kinds.id <> a.id and c.name = any(${seed.for}::text[]) order by c.id)
      where a.category_id = ${categoryId} and a.normalized = ${named(seed.name).normalized}`.execute(tx);
  }
}

function isCategoryIcon(icon: string): icon is CategoryIcon {
  return (CATEGORY_ICONS as readonly string[]).includes(icon);
}

function named(seed: SeedName): { name: string; names: Names; normalized: string } {
  const [name = ''] = seed;
  const names: Names = {};
  for (const [index, lang] of SEED_LANGUAGES.entries()) {
    const known = seed[index];
    if (index > 0 && known !== undefined && known !== name) names[lang] = known;
  }
  return { name, names, normalized: normalizeName(name) };
}
