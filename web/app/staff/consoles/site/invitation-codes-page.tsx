import type { InvitationCode } from '@app/contract/people/registrations';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { CODE_NOTE_MAX, CODES_AT_ONCE_MAX, registrationsApi } from '#contract/people/registrations';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { StaffDialog, useStaffForm } from '../frame/staff-form.tsx';
import type { AdminColumn } from '../table/admin-table.tsx';
import { column, Lines, nameColumn, timeColumn } from '../table/cells.tsx';
import { rowsOf, tableLoader } from '../table/load-table.ts';
import { RowButtons } from '../table/row-buttons.tsx';
import { StaffList } from '../table/staff-list.tsx';
import type { Route } from './+types/invitation-codes-page.ts';
import styles from './site.module.css';

export const handle = { texts: ['admin', 'site', 'errors'], frame: false } satisfies PageHandle;

export const loader = tableLoader('users.edit', (callApi, table) =>
  callApi(registrationsApi.listCodes, { query: rowsOf(table) }),
);

export default function InvitationCodesPage({ loaderData: { loaded } }: Route.ComponentProps) {
  const t = useText('admin', 'site');
  const [isAdding, setAdding] = useState(false);
  return (
    <StaffList
      title={t('admin.nav.invitationCodes')}
      total={loaded?.total}
      before={<p className={styles.hint}>{t('site.codes.text')}</p>}
      pageActions={
        <button type="button" className={button('primary')} onClick={() => setAdding(true)}>
          {t('site.codes.add')}
        </button>
      }
      columns={useColumns()}
      rows={loaded?.codes ?? null}
      idOf={({ id }) => id}
      empty={{ title: t('site.codes.empty'), text: t('site.registration.invited.hint') }}
      actions={(row, onRemove) => (row.used === null ? <RowButtons name={row.code} onRemove={onRemove} /> : null)}
      removal={{
        question: () => t('site.codes.remove'),
        text: ({ code }) => code,
        verb: t('site.codes.removeVerb'),
        done: t('site.codes.removed'),
        remove: ({ id }) => call(registrationsApi.removeCode, { params: { id } }),
      }}
    >
      {isAdding && <AddCodes onClose={() => setAdding(false)} />}
    </StaffList>
  );
}

function AddCodes({ onClose }: { onClose: () => void }) {
  const t = useText('site');
  const form = useStaffForm({
    initial: { count: '1', note: '' },
    send: async (body) => {
      await call(registrationsApi.createCodes, { body });
      return t('site.codes.done');
    },
    onClose,
  });
  return (
    <StaffDialog title={t('site.codes.add')} verb={t('site.codes.add')} form={form} onClose={onClose}>
      <TextInput
        {...form.field('count', t('site.codes.count'))}
        data-first
        type="number"
        inputMode="numeric"
        min={1}
        max={CODES_AT_ONCE_MAX}
      />
      <TextInput {...form.field('note', t('site.codes.note'))} maxLength={CODE_NOTE_MAX} />
    </StaffDialog>
  );
}

function useColumns(): AdminColumn<InvitationCode>[] {
  const t = useText('site');
  return [
    nameColumn('code', t('site.codes.code'), ({ code, note }) => (
      <Lines>
        <code>{code}</code>
        {note !== '' && <small>{note}</small>}
      </Lines>
    )),
    timeColumn('created', t('site.codes.created'), ({ created }) => created),
    timeColumn('used', t('site.codes.used'), ({ used }) => used, t('site.codes.unused')),
    column('person', t('site.requests.person'), ({ used_by }) =>
      used_by === null ? '–' : <Lines to={`/admin/users/${used_by.id}`}>{used_by.name}</Lines>,
    ),
  ];
}
