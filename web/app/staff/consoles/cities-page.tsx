import { Select } from '@mantine/core';
import { CITY_SORTS, DEFAULT_COUNTRY_ID, referenceApi } from '#contract/reference/reference';
import { useText } from '../../platform/i18n.tsx';
import { orFailed } from '../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { Route } from './+types/cities-page.ts';
import { staffHost } from './frame/staff-host.ts';
import { ReferenceTable, useNameColumns } from './reference/reference-table.tsx';
import { loadTable } from './table/load-table.ts';
import { callQuery, useTableAddress } from './table/table-query.ts';

export const handle = { texts: ['admin', 'reference'], frame: false } satisfies PageHandle;

const COUNTRIES_SIZE = 500;

function parseCountry(address: URLSearchParams): number {
  const id = Number(address.get('country'));
  return Number.isSafeInteger(id) && id > 0 ? id : DEFAULT_COUNTRY_ID;
}

export async function loader(input: Route.LoaderArgs) {
  const { call } = staffHost(input, 'reference.edit');
  const country = parseCountry(input.url.searchParams);
  const [list, known] = await Promise.all([
    loadTable(input, 'reference.edit', async (_, table) => {
      const { cities: entries, total } = await call(referenceApi.listCities, {
        query: { ...callQuery(table, CITY_SORTS), country },
      });
      return { entries, total };
    }),
    orFailed(call(referenceApi.listCountries, { query: { size: COUNTRIES_SIZE } })),
  ]);
  const countries = (known?.countries ?? []).map(({ id, name }) => ({ id, name }));
  return { list, countries, country };
}

export default function CitiesPage({ loaderData: { list, countries, country } }: Route.ComponentProps) {
  const t = useText('admin', 'reference');
  const { go } = useTableAddress();
  return (
    <ReferenceTable
      kind="city"
      title={t('admin.nav.cities')}
      search={t('admin.search.name')}
      list={list}
      csv={{ path: '/api/cities/export.csv', query: { country } }}
      columns={useNameColumns()}
      countries={countries}
      countryId={country}
    >
      <Select
        aria-label={t('reference.place.country')}
        data={countries.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(country)}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('reference.place.nothing')}
        onChange={(value) => go({ country: value, search: null })}
      />
    </ReferenceTable>
  );
}
