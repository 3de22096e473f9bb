import { type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import type { AdminColumn } from '../table/admin-table.tsx';
import { AddButton, RowButtons } from '../table/row-buttons.tsx';
import { StaffList } from '../table/staff-list.tsx';
import { CsvLink } from '../table/table-tools.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import type { Entry, ReferenceKind } from './reference-kinds.ts';
import { RemoveDialog } from './remove-dialog.tsx';

interface ReferenceTableProps {
  kind: ReferenceKind;
  title: string;
  search: string;
  list: { entries: readonly Entry[]; total: number } | null;
  csv: { path: string; query?: Readonly<Record<string, number>> };
  columns: readonly AdminColumn<Entry>[];
  countries?: readonly { id: number; name: string }[];
  countryId?: number;
  children?: ReactNode;
}

type Open = { type: 'add' } | { type: 'edit' | 'remove'; entry: Entry } | null;

export function ReferenceTable({
  kind,
  title,
  search,
  list,
  csv,
  columns,
  countries,
  countryId,
  children,
}: ReferenceTableProps) {
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => setOpen(null);
  return (
    <StaffList
      title={title}
      total={list?.total}
      pageActions={
        <>
          <CsvLink {...csv} />
          <AddButton onPress={() => setOpen({ type: 'add' })} />
        </>
      }
      search={search}
      filters={children}
      columns={columns}
      rows={list?.entries ?? null}
      idOf={({ id }) => id}
      actions={(entry) => (
        <RowButtons
          name={entry.name_native}
          onEdit={() => setOpen({ type: 'edit', entry })}
          onRemove={() => setOpen({ type: 'remove', entry })}
        />
      )}
    >
      {open !== null && open.type !== 'remove' && (
        <EntryDialog
          kind={kind}
          {...(open.type === 'edit' && { entry: open.entry })}
          {...(countries && { countries })}
          {...(countryId !== undefined && { countryId })}
          onClose={close}
        />
      )}
      {open?.type === 'remove' && <RemoveDialog kind={kind} entry={open.entry} onClose={close} />}
    </StaffList>
  );
}

export function useNameColumns(): AdminColumn<Entry>[] {
  const t = useText('admin');
  return [
    { key: 'name_en', title: t('admin.field.name_en'), isSorted: true, render: ({ name_en }) => name_en },
    {
      key: 'name_native',
      title: t('admin.field.name_native'),
      isSorted: true,
      isName: true,
      render: ({ name_native }) => name_native,
    },
  ];
}
