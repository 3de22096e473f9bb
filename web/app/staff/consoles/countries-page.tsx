import { COUNTRY_SORTS, referenceApi } from '#contract/reference/reference';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { Route } from './+types/countries-page.ts';
import { ReferenceTable, useNameColumns } from './reference/reference-table.tsx';
import { tableLoader } from './table/load-table.ts';
import { callQuery } from './table/table-query.ts';

export const handle = { texts: ['admin', 'reference'], frame: false } satisfies PageHandle;

export const loader = tableLoader('reference.edit', async (call, table) => {
  const { countries: entries, total } = await call(referenceApi.listCountries, {
    query: callQuery(table, COUNTRY_SORTS),
  });
  return { entries, total };
});

export default function CountriesPage({ loaderData: { loaded } }: Route.ComponentProps) {
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
      list={loaded}
      csv={{ path: '/api/countries/export.csv' }}
      columns={[...useNameColumns(), code, { key: 'iso', title: t('admin.field.iso'), render: ({ iso = '' }) => iso }]}
    />
  );
}
