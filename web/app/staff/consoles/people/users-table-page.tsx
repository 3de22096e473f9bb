import type { User } from '@app/contract/people/users';
import { IconPlus, IconTableExport } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useRevalidator, useSearchParams } from 'react-router';
import { USER_SORTS, USER_STATES, usersApi } from '#contract/people/users';
import { staffApi } from '#contract/staff/staff';
import { call } from '../../../platform/call.ts';
import { formatPhone } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { mayDo, orFailed, staffHost } from '../frame/staff-host.ts';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import { type AdminColumn, AdminTable } from '../table/admin-table.tsx';
import { BulkBar, useUndoToast } from '../table/bulk-bar.tsx';
import { RowButtons } from '../table/row-buttons.tsx';
import { StatusBadge } from '../table/status-badge.tsx';
import { parseTableQuery, requireInside } from '../table/table-query.ts';
import { TableTools } from '../table/table-tools.tsx';
import { useSelection } from '../table/use-selection.ts';
import type { Route } from './+types/users-table-page.ts';
import { listCountryChoices } from './list-country-choices.ts';
import styles from './people.module.css';
import { PersonDialog } from './person-dialog.tsx';
import { personName } from './person-name.ts';
import { RequestExportDialog } from './request-export-dialog.tsx';
import { StateFilter } from './state-filter.tsx';

export const handle = {
  texts: ['admin', 'admin-people', 'registration', 'reference', 'errors'],
  frame: false,
} satisfies PageHandle;

const ORDER = { sort: 'lastname', order: 'asc' } as const;
const PIC_SIZE = 32;

const parseState = (address: URLSearchParams) => USER_STATES.find((one) => one === address.get('state'));

export async function loader(input: Route.LoaderArgs) {
  const { call: callApi, viewer } = staffHost(input, 'users.read');
  const address = new URL(input.request.url).searchParams;
  const table = parseTableQuery(address);
  const { search, page, size } = table;
  const sort = USER_SORTS.find((one) => one === table.sort);
  const sorted = sort === undefined ? ORDER : { sort, order: table.order };
  const [people, countries] = await Promise.all([
    orFailed(callApi(usersApi.list, { query: { search, page, size, ...sorted, state: parseState(address) } })),
    listCountryChoices(callApi),
  ]);
  requireInside(input.request, table, people?.total);
  return {
    people,
    countries,
    viewerId: viewer.user_id,
    may: {
      edit: mayDo(viewer, 'users.edit'),
      suspend: mayDo(viewer, 'users.suspend'),
      export: mayDo(viewer, 'users.export'),
    },
  };
}

type Open = { kind: 'add' } | { kind: 'export' } | { kind: 'edit' | 'remove'; person: User };

export default function UsersTablePage({ loaderData: { people, countries, viewerId, may } }: Route.ComponentProps) {
  const t = useText('admin-people', 'admin');
  const [address] = useSearchParams();
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState<Open>();
  const shown = people?.list ?? [];
  const selection = useSelection(shown.map(({ id }) => id));
  const suspend = useSuspension(() => {
    selection.clear();
    setOpen(undefined);
  });
  const close = (): void => setOpen(undefined);
  const saved = (message: string): void => {
    close();
    toast.success(message);
    void revalidate();
  };
  const isOther = ({ id }: User): boolean => id !== viewerId;
  // The server hides the login of staff above the viewer; such users cannot be edited.
  const isOpen = (person: User): boolean => person.login !== undefined;
  return (
    <AdminPage
      title={t('admin-people.users')}
      total={people?.total}
      actions={
        <>
          {may.export && (
            <button type="button" className={button('plain')} onClick={() => setOpen({ kind: 'export' })}>
              <IconTableExport size={18} stroke={ICON_STROKE} aria-hidden="true" />
              {t('admin.csv')}
            </button>
          )}
          {may.edit && (
            <button type="button" className={button('primary')} onClick={() => setOpen({ kind: 'add' })}>
              <IconPlus size={18} stroke={ICON_STROKE} aria-hidden="true" />
              {t('admin.add')}
            </button>
          )}
        </>
      }
    >
      <TableTools search={t('admin-people.users.search')} loaded={people}>
        <StateFilter
          value={parseState(address)}
          choices={USER_STATES.map((value) => ({ value, label: t(`admin-people.state.${value}`) }))}
        />
      </TableTools>
      <AdminTable
        caption={t('admin-people.users')}
        columns={usePeopleColumns()}
        rows={people?.list ?? null}
        total={people?.total ?? 0}
        idOf={({ id }) => id}
        order={ORDER}
        {...(may.suspend && { selection: { ...selection, nameOf: personName } })}
        actions={(person) => (
          <RowButtons
            name={personName(person)}
            onEdit={may.edit && isOpen(person) ? () => setOpen({ kind: 'edit', person }) : undefined}
            onRemove={
              may.suspend && isOther(person) && isOpen(person) ? () => setOpen({ kind: 'remove', person }) : undefined
            }
          />
        )}
      />
      <BulkBar count={selection.selected.size} onClear={selection.clear}>
        <button
          type="button"
          className={button('danger', 'small')}
          aria-busy={suspend.isSending}
          onClick={() => suspend.run([...selection.selected])}
        >
          {t('admin-people.suspend')}
        </button>
      </BulkBar>
      {open?.kind === 'add' && <PersonDialog countries={countries} onClose={close} onSaved={saved} />}
      {open?.kind === 'edit' && (
        <PersonDialog person={open.person} countries={countries} onClose={close} onSaved={saved} />
      )}
      {open?.kind === 'remove' && (
        <ConfirmDialog
          question={t('admin-people.remove.question', { name: personName(open.person) })}
          verb={t('admin.remove')}
          isSending={suspend.isSending}
          onConfirm={() => suspend.run([open.person.id], t('admin-people.removed'))}
          onClose={close}
        >
          {t('admin-people.remove.text')}
        </ConfirmDialog>
      )}
      {open?.kind === 'export' && (
        <RequestExportDialog
          request={{ kind: 'export_people', search: parseTableQuery(address).search, state: parseState(address) }}
          onClose={close}
        />
      )}
    </AdminPage>
  );
}

function useSuspension(onDone: () => void) {
  const t = useText('admin-people');
  const { revalidate } = useRevalidator();
  const { isSending, submit } = useStaffSubmit();
  const undoToast = useUndoToast();
  const restore = (ids: number[]): Promise<void> =>
    submit(async () => {
      await call(staffApi.restore, { body: { ids } });
      void revalidate();
    });
  return {
    isSending,
    run: (ids: number[], message?: string) =>
      submit(async () => {
        const { done, left, already = [] } = await call(staffApi.suspend, { body: { ids } });
        // Users who were suspended before by somebody else are excluded from the undo.
        const suspended = done.filter((id) => !already.includes(id));
        onDone();
        if (left.length > 0) toast.error(t('admin-people.suspend.left', { count: left.length }));
        const text = message ?? t('admin-people.suspended', { count: done.length });
        if (suspended.length > 0) undoToast(text, () => void restore(suspended));
        else if (done.length > 0) toast.success(text);
        void revalidate();
      }),
  };
}

function usePeopleColumns(): AdminColumn<User>[] {
  const t = useText('admin-people', 'registration');
  return [
    {
      key: 'lastname',
      title: t('registration.form.lastname'),
      isSorted: true,
      isName: true,
      render: (person) => (
        <Link to={`/admin/users/${person.id}`} className={styles.person}>
          <UserPic {...person} size={PIC_SIZE} />
          <span>
            {person.lastname}
            {person.deleted === 1 && (
              <>
                {' '}
                <StatusBadge color="bad">{t('admin-people.away')}</StatusBadge>
              </>
            )}
          </span>
        </Link>
      ),
    },
    {
      key: 'firstname',
      title: t('registration.form.firstname'),
      isSorted: true,
      render: ({ firstname }) => <span className={styles.name}>{firstname}</span>,
    },
    {
      key: 'middlename',
      title: t('registration.form.middlename'),
      isSorted: true,
      render: ({ middlename }) => <span className={styles.name}>{middlename}</span>,
    },
    {
      key: 'phone',
      title: t('registration.form.phone'),
      isSorted: true,
      isNumber: true,
      render: ({ phone }) => phone && formatPhone(phone),
    },
    { key: 'email', title: t('admin-people.email'), isSorted: true, render: ({ email }) => email },
    {
      key: 'referral',
      title: t('admin-people.referral'),
      isSorted: true,
      isNumber: true,
      render: ({ referral }) => referral,
    },
  ];
}
