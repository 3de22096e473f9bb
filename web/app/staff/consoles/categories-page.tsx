import { CATEGORY_SORTS, referenceApi } from '#contract/reference/reference';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { Route } from './+types/categories-page.ts';
import { orFailed, staffHost } from './frame/staff-host.ts';
import { ReferenceTable, useNameColumns } from './reference/reference-table.tsx';
import { callQuery, parseTableQuery, requireInside } from './table/table-query.ts';

export const handle = { texts: ['admin', 'reference'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  const { call } = staffHost(input, 'reference.edit');
  const asked = parseTableQuery(new URL(input.request.url).searchParams);
  const list = await orFailed(call(referenceApi.listCategories, { query: callQuery(asked, CATEGORY_SORTS) }));
  requireInside(input.request, asked, list?.total);
  return { list: list && { entries: list.categories, total: list.total } };
}

export default function CategoriesPage({ loaderData: { list } }: Route.ComponentProps) {
  const t = useText('admin');
  return (
    <ReferenceTable
      kind="category"
      title={t('admin.nav.categories')}
      search={t('admin.search.name')}
      list={list}
      csv={{ path: '/api/categories/export.csv' }}
      columns={useNameColumns()}
    />
  );
}
