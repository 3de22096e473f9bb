import { CATEGORY_SORTS, referenceApi } from '#contract/reference/reference';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { Route } from './+types/categories-page.ts';
import { ReferenceTable, useNameColumns } from './reference/reference-table.tsx';
import { tableLoader } from './table/load-table.ts';
import { callQuery } from './table/table-query.ts';

export const handle = { texts: ['admin', 'reference'], frame: false } satisfies PageHandle;

export const loader = tableLoader('reference.edit', async (call, table) => {
  const { categories: entries, total } = await call(referenceApi.listCategories, {
    query: callQuery(table, CATEGORY_SORTS),
  });
  return { entries, total };
});

export default function CategoriesPage({ loaderData: { loaded } }: Route.ComponentProps) {
  const t = useText('admin');
  return (
    <ReferenceTable
      kind="category"
      title={t('admin.nav.categories')}
      search={t('admin.search.name')}
      list={loaded}
      csv={{ path: '/api/categories/export.csv' }}
      columns={useNameColumns()}
    />
  );
}
