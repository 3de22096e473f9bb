import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import { Select } from '@mantine/core';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { CITY_SORTS, DEFAULT_COUNTRY_ID, referenceApi } from '#contract/reference/reference';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { Route } from './+types/cities-page.ts';
import { orFailed, staffHost } from './frame/staff-host.ts';
import { ReferenceTable, useNameColumns } from './reference/reference-table.tsx';
import { callQuery, parseTableQuery, requireInside, tableHref } from './table/table-query.ts';

export const handle = { texts: ['admin', 'reference'], frame: false } satisfies PageHandle;

const COUNTRIES_SIZE = 500;

function parseCountry(address: URLSearchParams): number {
  const id = Number(address.get('country'));
  return Number.isSafeInteger(id) && id > 0 ? id : DEFAULT_COUNTRY_ID;
}

export async function loader(input: Route.LoaderArgs) {
  const { call } = staffHost(input, 'reference.edit');
  const address = new URL(input.request.url).searchParams;
  const [asked, country] = [parseTableQuery(address), parseCountry(address)];
  const [list, known] = await Promise.all([
    orFailed(call(referenceApi.listCities, { query: { ...callQuery(asked, CITY_SORTS), country } })),
    orFailed(call(referenceApi.listCountries, { query: { size: COUNTRIES_SIZE } })),
  ]);
  requireInside(input.request, asked, list?.total);
  const countries = (known?.countries ?? []).map(({ id, name }) => ({ id, name }));
  return { list: list && { entries: list.cities, total: list.total }, countries, country };
}

export default function CitiesPage({ loaderData: { list, countries, country } }: Route.ComponentProps) {
  const t = useText('admin', 'reference');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [address] = useSearchParams();
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
        onChange={(value) => void navigate(tableHref(pathname, address, { country: value, search: null }))}
      />
    </ReferenceTable>
  );
}
