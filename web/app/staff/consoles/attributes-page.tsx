import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { useState } from 'react';
import { attributesApi } from '#contract/reference/attributes';
import { referenceApi } from '#contract/reference/reference';
import { call as send } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { orFailed } from '../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../platform/page-handle.ts';
import type { Route } from './+types/attributes-page.ts';
import { AttributeDialog } from './attributes/attribute-dialog.tsx';
import { staffHost } from './frame/staff-host.ts';
import type { AdminColumn } from './table/admin-table.tsx';
import { column } from './table/cells.tsx';
import { FilterSelect } from './table/filter-select.tsx';
import { AddButton, RowButtons } from './table/row-buttons.tsx';
import { StaffList } from './table/staff-list.tsx';
import { callQuery, parseTableQuery, useTableAddress } from './table/table-query.ts';

export const handle = { texts: ['admin', 'reference'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  const { call } = staffHost(input, 'reference.edit');
  const address = input.url.searchParams;
  const known = await orFailed(call(referenceApi.listCategories));
  const categories = (known?.categories ?? []).map(({ id, name }) => ({ id, name }));
  const asked = Number(address.get('category'));
  const category = categories.find(({ id }) => id === asked)?.id ?? categories[0]?.id;
  const found =
    category === undefined ? null : await orFailed(call(attributesApi.list, { query: { category, names: 1 } }));
  const { search, size, offset } = callQuery(parseTableQuery(address), []);
  const words = search.toLowerCase();
  const all = found?.attributes.filter(({ name }) => name.toLowerCase().includes(words));
  return { categories, category, attributes: all?.slice(offset, offset + size) ?? null, total: all?.length ?? 0 };
}

type Open = { type: 'add' } | { type: 'edit'; attribute: CategoryAttribute } | null;

export default function AttributesPage({ loaderData }: Route.ComponentProps) {
  const { categories, category, attributes, total } = loaderData;
  const t = useText('admin');
  const { go } = useTableAddress();
  const [open, setOpen] = useState<Open>(null);
  return (
    <StaffList
      title={t('admin.nav.attributes')}
      total={total}
      pageActions={category !== undefined && <AddButton onPress={() => setOpen({ type: 'add' })} />}
      search={t('admin.search.name')}
      filters={
        <FilterSelect
          label={t('admin.attribute.category')}
          value={String(category ?? '')}
          choices={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(value) => go({ category: value, search: null })}
        />
      }
      columns={useColumns()}
      rows={attributes}
      idOf={({ id }) => id}
      actions={(attribute, onRemove) => (
        <RowButtons name={attribute.name} onEdit={() => setOpen({ type: 'edit', attribute })} onRemove={onRemove} />
      )}
      removal={{
        question: ({ name }) => t('admin.attribute.remove', { name }),
        text: () => t('admin.attribute.remove.text'),
        done: t('admin.attribute.removed'),
        remove: ({ id }) => send(attributesApi.remove, { query: { id } }),
      }}
    >
      {open !== null && category !== undefined && (
        <AttributeDialog
          category={category}
          {...(open.type === 'edit' && { attribute: open.attribute })}
          onClose={() => setOpen(null)}
        />
      )}
    </StaffList>
  );
}

function useColumns(): AdminColumn<CategoryAttribute>[] {
  const t = useText('admin');
  const yes = (value: 0 | 1): string => (value === 1 ? t('admin.yes') : t('admin.no'));
  return [
    { key: 'position', title: t('admin.attribute.position'), isNumber: true, render: ({ position }) => position },
    { key: 'name', title: t('admin.attribute.name'), isName: true, render: ({ name }) => name },
    column('kind', t('admin.attribute.kind'), ({ kind, unit, choices }) =>
      [
        t(`admin.attribute.kind.${kind}`),
        unit,
        kind === 'choice' ? t('admin.attribute.choices.count', { count: choices.length }) : '',
      ]
        .filter(Boolean)
        .join(', '),
    ),
    { key: 'required', title: t('admin.attribute.required'), render: ({ required }) => yes(required) },
    { key: 'searchable', title: t('admin.attribute.searchable'), render: ({ searchable }) => yes(searchable) },
  ];
}
