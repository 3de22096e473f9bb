import type { SafePlace } from '@app/contract/reference/safe-places';
import { useState } from 'react';
import { safePlacesApi } from '#contract/reference/safe-places';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { Route } from './+types/safe-places-page.ts';
import { SafePlaceDialog } from './reference/safe-place-dialog.tsx';
import type { AdminColumn } from './table/admin-table.tsx';
import { rowsOf, tableLoader } from './table/load-table.ts';
import { AddButton, RowButtons } from './table/row-buttons.tsx';
import { StaffList } from './table/staff-list.tsx';

export const handle = { texts: ['admin', 'reference'], frame: false } satisfies PageHandle;

export const loader = tableLoader('reference.edit', (callApi, table) =>
  callApi(safePlacesApi.list, { query: { ...rowsOf(table), search: table.search } }),
);

export default function SafePlacesPage({ loaderData: { loaded } }: Route.ComponentProps) {
  const t = useText('admin', 'reference');
  const [edited, setEdited] = useState<SafePlace | 'new' | null>(null);
  return (
    <StaffList
      title={t('admin.nav.safePlaces')}
      total={loaded?.total}
      pageActions={<AddButton onPress={() => setEdited('new')} />}
      search={t('admin.safePlace.search')}
      columns={useColumns()}
      rows={loaded?.places ?? null}
      idOf={({ id }) => id}
      actions={(place, onRemove) => (
        <RowButtons name={place.name} onEdit={() => setEdited(place)} onRemove={onRemove} />
      )}
      removal={{
        question: ({ name }) => t('admin.safePlace.remove', { name }),
        text: () => t('admin.safePlace.remove.text'),
        done: t('reference.safePlace.removed'),
        remove: ({ id }) => call(safePlacesApi.remove, { query: { id } }),
      }}
    >
      {edited !== null && (
        <SafePlaceDialog {...(edited !== 'new' && { place: edited })} onClose={() => setEdited(null)} />
      )}
    </StaffList>
  );
}

function useColumns(): AdminColumn<SafePlace>[] {
  const t = useText('admin', 'reference');
  return [
    { key: 'name', title: t('admin.field.place'), isName: true, render: ({ name }) => name },
    { key: 'kind', title: t('admin.field.placeKind'), render: ({ kind }) => t(`reference.safePlace.${kind}`) },
    { key: 'city', title: t('admin.field.city'), render: ({ city_name }) => city_name },
    { key: 'address', title: t('admin.field.address'), render: ({ address }) => address },
  ];
}
