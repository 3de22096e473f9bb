import { createCachedQuery } from './cached-query.ts';
import type { Names } from './reference.tables.ts';

export interface NamedCategory {
  id: number;
  icon: string;
  name_native: string;
  name_en: string;
  names: Names;
}

export const categoryNames = createCachedQuery<readonly NamedCategory[]>(async (pool) => {
  const { rows } = await pool.query<NamedCategory>({
    name: 'category-names',
    text: 'select id, icon, name_native, name_en, names from categories order by position, id',
  });
  return rows;
});
