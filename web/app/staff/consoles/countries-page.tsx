import { COUNTRY_SORTS, referenceApi } from '#contract/reference/reference';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { Route } from './+types/countries-page.ts';
import { orFailed, staffHost } from './frame/staff-host.ts';
import { ReferenceTable, useNameColumns } from './reference/reference-table.tsx';
import { callQuery, parseTableQuery, requireInside } from './table/table-query.ts';

export const handle = { texts: ['admin', 'reference'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  const { call } = staffHost(input, 'reference.edit');
  const asked = parseTableQuery(new URL(input.request.url).searchParams);
  const list = await orFailed(call(referenceApi.listCountries, { query: callQuery(asked, COUNTRY_SORTS) }));
  requireInside(input.request, asked, list?.total);
  return { list: list && { entries: list.countries, total: list.total } };
}

export default function CountriesPage({ loaderData: { list } }: Route.ComponentProps) {
  const t = useText('admin');
  const code = {
    key: 'phone_code',
    title: t('admin.field.phone_code'),
    isSorted: true,
    isNumber: true,
    render: ({ phone_code = '' }) => `+${phone_code}`,
  };
  return (
    <ReferenceTable
      kind="country"
      title={t('admin.nav.countries')}
      search={t('admin.search.name')}
      list={list}
      csv={{ path: '/api/countries/export.csv' }}
      columns={[...useNameColumns(), code]}
    />
  );
}
