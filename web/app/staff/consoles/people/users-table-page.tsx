import { IconTableExport } from 'virtual:icons';
import type { User } from '@app/contract/people/users';
import { useState } from 'react';
import { Link } from 'react-router';
import { USER_SORTS, USER_STATES, usersApi } from '#contract/people/users';
import { staffApi } from '#contract/staff/staff';
import { call } from '../../../platform/call.ts';
import { Phone } from '../../../platform/format/phone.tsx';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import { mayDo, staffHost } from '../frame/staff-host.ts';
import { useStaffAction } from '../frame/use-staff-action.ts';
import { StateFilter } from '../table/address-filters.tsx';
import type { AdminColumn } from '../table/admin-table.tsx';
import { BulkBar, useUndoToast } from '../table/bulk-bar.tsx';
import { numberColumn } from '../table/cells.tsx';
import { loadTable } from '../table/load-table.ts';
import { AddButton, RowButtons } from '../table/row-buttons.tsx';
import { StaffList } from '../table/staff-list.tsx';
import { StatusBadge } from '../table/status-badge.tsx';
import { useTableAddress } from '../table/table-query.ts';
import { useSelection } from '../table/use-selection.ts';
import type { Route } from './+types/users-table-page.ts';
import { listCountryChoices } from './list-country-choices.ts';
import styles from './people.module.css';
import { PersonDialog } from './person-dialog.tsx';
import { personName } from './person-draft.ts';
import { RequestExportDialog } from './request-export-dialog.tsx';

export const handle = {
  texts: ['admin', 'admin-people', 'registration', 'reference', 'errors'],
  frame: false,
} satisfies PageHandle;

const ORDER = { sort: 'lastname', order: 'asc' } as const;
const PIC_SIZE = 32;

const parseState = (address: URLSearchParams) => USER_STATES.find((one) => one === address.get('state'));

export async function loader(input: Route.LoaderArgs) {
  const { call: callApi, viewer } = staffHost(input, 'users.read');
  const [people, countries] = await Promise.all([
    loadTable(input, 'users.read', (_, { search, page, size, order, ...table }, address) => {
      const sort = USER_SORTS.find((one) => one === table.sort);
      const sorted = sort === undefined ? ORDER : { sort, order };
      return callApi(usersApi.list, { query: { search, page, size, ...sorted, state: parseState(address) } });
    }),
    listCountryChoices(callApi),
  ]);
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
  const { address, search } = useTableAddress();
  const state = parseState(address);
  const [open, setOpen] = useState<Open>();
  const selection = useSelection((people?.list ?? []).map(({ id }) => id));
  const close = (): void => setOpen(undefined);
  const suspend = useSuspension(() => {
    selection.clear();
    close();
  });
  // The server hides the login of staff above the viewer; such users cannot be edited.
  const isOpen = (person: User): boolean => person.login !== undefined;
  return (
    <StaffList
      title={t('admin-people.users')}
      total={people?.total}
      pageActions={
        <>
          {may.export && (
            <button type="button" className={button('plain')} onClick={() => setOpen({ kind: 'export' })}>
              <IconTableExport size={18} stroke={ICON_STROKE} aria-hidden="true" />
              {t('admin.csv')}
            </button>
          )}
          {may.edit && <AddButton onPress={() => setOpen({ kind: 'add' })} />}
        </>
      }
      search={t('admin-people.users.search')}
      filters={<StateFilter value={state} choices={USER_STATES.map((one) => [one, t(`admin-people.state.${one}`)])} />}
      isOneLine
      columns={usePeopleColumns()}
      rows={people?.list ?? null}
      idOf={({ id }) => id}
      order={ORDER}
      {...(may.suspend && { selection: { ...selection, nameOf: personName } })}
      actions={(person) => (
        <RowButtons
          name={personName(person)}
          onEdit={may.edit && isOpen(person) ? () => setOpen({ kind: 'edit', person }) : undefined}
          onRemove={
            may.suspend && person.id !== viewerId && isOpen(person)
              ? () => setOpen({ kind: 'remove', person })
              : undefined
          }
        />
      )}
    >
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
      {open?.kind === 'add' && <PersonDialog countries={countries} onClose={close} />}
      {open?.kind === 'edit' && <PersonDialog person={open.person} countries={countries} onClose={close} />}
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
        <RequestExportDialog request={{ kind: 'export_people', search, state }} onClose={close} />
      )}
    </StaffList>
  );
}

function useSuspension(onDone: () => void) {
  const t = useText('admin-people');
  const { isSending, run } = useStaffAction();
  const undoToast = useUndoToast();
  const restore = (ids: number[]): Promise<void> => run(() => call(staffApi.restore, { body: { ids } }));
  return {
    isSending,
    run: (ids: number[], message?: string) =>
      run(async () => {
        const { done, left, already = [] } = await call(staffApi.suspend, { body: { ids } });
        // Users who were suspended before by somebody else are excluded from the undo.
        const suspended = done.filter((id) => !already.includes(id));
        onDone();
        if (left.length > 0) toast.error(t('admin-people.suspend.left', { count: left.length }));
        const text = message ?? t('admin-people.suspended', { count: done.length });
        if (suspended.length > 0) undoToast(text, () => void restore(suspended));
        else if (done.length > 0) return text;
        return undefined;
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
            {person.deleted === 1 ? (
              <small>
                <StatusBadge color="bad">{t('admin-people.away')}</StatusBadge>
              </small>
            ) : (
              person.activity && <small title={t('registration.form.activity')}>{person.activity}</small>
            )}
            {person.large_page === 1 && (
              <>
                {' '}
                <StatusBadge color="warning">{t('admin-people.large')}</StatusBadge>
              </>
            )}
          </span>
        </Link>
      ),
    },
    ...(['firstname', 'middlename'] as const).map((name) => ({
      key: name,
      title: t(`registration.form.${name}`),
      isSorted: true,
      cut: 'narrow' as const,
      render: (person: User) => person[name] && <span title={person[name]}>{person[name]}</span>,
    })),
    {
      ...numberColumn<User>('phone', t('registration.form.phone'), ({ phone }) => phone && <Phone>{phone}</Phone>),
      isSorted: true,
    },
    {
      key: 'email',
      title: t('admin-people.email'),
      isSorted: true,
      cut: 'wide',
      render: ({ email }) => email && <span title={email}>{email}</span>,
    },
    { ...numberColumn<User>('referral', t('admin-people.referral'), ({ referral }) => referral), isSorted: true },
  ];
}
