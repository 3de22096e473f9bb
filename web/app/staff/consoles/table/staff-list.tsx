import { type ComponentProps, type ReactNode, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useStaffAction } from '../frame/use-staff-action.ts';
import { AdminTable } from './admin-table.tsx';
import { TableTools } from './table-tools.tsx';

type Table<Row> = ComponentProps<typeof AdminTable<Row>>;

interface Removal<Row> {
  question: (row: Row) => string;
  text: (row: Row) => ReactNode;
  verb?: string;
  /** Message after the removal. */
  done?: string;
  remove: (row: Row) => Promise<unknown>;
}

interface StaffListProps<Row> extends Omit<Table<Row>, 'caption' | 'total' | 'actions'> {
  title: string;
  /** Name of the table, where it is not the title of the page. */
  caption?: string;
  /** Undefined when loading failed. */
  total: number | undefined;
  pageActions?: ReactNode;
  /** Label of the search field; without one the list is not searched. */
  search?: string;
  filters?: ReactNode;
  /** False for a list without a toolbar. */
  hasTools?: boolean;
  /** Shown above the toolbar, and between the toolbar and the table. */
  before?: ReactNode;
  note?: ReactNode;
  /** `onRemove` asks before the row is removed. */
  actions?: ((row: Row, onRemove: () => void) => ReactNode) | undefined;
  removal?: Removal<Row>;
  /** Bulk actions and dialogs. */
  children?: ReactNode;
}

/** Page of the admin area that is one table: head, toolbar, rows with their actions, and the question before a removal. */
export function StaffList<Row>(props: StaffListProps<Row>) {
  const {
    title,
    caption = title,
    total,
    pageActions,
    search,
    filters,
    hasTools = true,
    before,
    note,
    actions,
    removal,
    children,
    ...table
  } = props;
  const [leaving, setLeaving] = useState<Row | null>(null);
  return (
    <AdminPage title={title} total={total} actions={pageActions}>
      {before}
      {hasTools && (
        <TableTools {...(search !== undefined && { search })} loaded={table.rows}>
          {filters}
        </TableTools>
      )}
      {note}
      <AdminTable
        {...table}
        caption={caption}
        total={total ?? 0}
        {...(actions && { actions: (row: Row) => actions(row, () => setLeaving(row)) })}
      />
      {children}
      {removal && leaving !== null && (
        <RemovalDialog row={leaving} removal={removal} onClose={() => setLeaving(null)} />
      )}
    </AdminPage>
  );
}

interface RemovalDialogProps<Row> {
  row: Row;
  removal: Removal<Row>;
  onClose: () => void;
}

function RemovalDialog<Row>({ row, removal, onClose }: RemovalDialogProps<Row>) {
  const t = useText('admin');
  const { isSending, run } = useStaffAction();
  const remove = (): Promise<void> =>
    run(async () => {
      await removal.remove(row);
      onClose();
      return removal.done;
    });
  return (
    <ConfirmDialog
      question={removal.question(row)}
      verb={removal.verb ?? t('admin.remove')}
      isSending={isSending}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {removal.text(row)}
    </ConfirmDialog>
  );
}
