import type { RegistrationRequest } from '@app/contract/people/registrations';
import { useState } from 'react';
import { REGISTRATION_REASON_MAX, REQUEST_STATES, registrationsApi } from '#contract/people/registrations';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { ReasonDialog } from '../frame/staff-form.tsx';
import { useStaffAction } from '../frame/use-staff-action.ts';
import { StateFilter } from '../table/address-filters.tsx';
import type { AdminColumn } from '../table/admin-table.tsx';
import { column, Lines, nameColumn, timeColumn } from '../table/cells.tsx';
import { rowsOf, tableLoader } from '../table/load-table.ts';
import { StaffList } from '../table/staff-list.tsx';
import { useTableAddress } from '../table/table-query.ts';
import type { Route } from './+types/registrations-page.ts';
import styles from './site.module.css';

export const handle = { texts: ['admin', 'site', 'errors'], frame: false } satisfies PageHandle;

const parseState = (address: URLSearchParams) =>
  REQUEST_STATES.find((one) => one === address.get('state')) ?? 'waiting';

export const loader = tableLoader('users.edit', (callApi, table, address) =>
  callApi(registrationsApi.list, { query: { ...rowsOf(table), state: parseState(address) } }),
);

export default function RegistrationsPage({ loaderData: { loaded } }: Route.ComponentProps) {
  const t = useText('admin', 'site');
  const { address } = useTableAddress();
  const [refused, setRefused] = useState<RegistrationRequest | null>(null);
  const { isSending, run } = useStaffAction();
  const accept = ({ user_id }: RegistrationRequest) =>
    run(async () => {
      await call(registrationsApi.decide, { params: { user_id }, body: { accept: 1 } });
      return t('site.requests.acceptedDone');
    });
  return (
    <StaffList
      title={t('admin.nav.registrations')}
      total={loaded?.total}
      before={<p className={styles.hint}>{t('site.requests.text')}</p>}
      filters={
        <StateFilter
          value={parseState(address)}
          choices={REQUEST_STATES.map((one) => [one, t(`site.requests.${one}`)])}
        />
      }
      columns={useColumns()}
      rows={loaded?.requests ?? null}
      idOf={({ user_id }) => user_id}
      empty={{ title: t('site.requests.empty'), text: t('site.requests.emptyText') }}
      actions={
        parseState(address) === 'waiting'
          ? (row) => (
              <div className={styles.buttons}>
                <button
                  type="button"
                  className={button('primary', 'small')}
                  aria-busy={isSending}
                  aria-label={`${t('site.requests.accept')}: ${row.name}`}
                  onClick={() => void accept(row)}
                >
                  {t('site.requests.accept')}
                </button>
                <button
                  type="button"
                  className={button('plain', 'small')}
                  aria-label={`${t('site.requests.refuse')}: ${row.name}`}
                  onClick={() => setRefused(row)}
                >
                  {t('site.requests.refuse')}
                </button>
              </div>
            )
          : undefined
      }
    >
      {refused && (
        <ReasonDialog
          title={t('site.requests.refuseTitle', { name: refused.name })}
          verb={t('site.requests.refuse')}
          label={t('site.requests.answer')}
          maxLength={REGISTRATION_REASON_MAX}
          send={async (answer) => {
            await call(registrationsApi.decide, { params: { user_id: refused.user_id }, body: { accept: 0, answer } });
            return t('site.requests.refusedDone');
          }}
          onClose={() => setRefused(null)}
        />
      )}
    </StaffList>
  );
}

function useColumns(): AdminColumn<RegistrationRequest>[] {
  const t = useText('site');
  return [
    nameColumn('person', t('site.requests.person'), ({ user_id, name, login, email }) => (
      <Lines to={`/admin/users/${user_id}`}>
        {name}
        <small>{`${login} · ${email}`}</small>
      </Lines>
    )),
    column('reason', t('site.requests.reason'), ({ reason, answer }) => (
      <Lines>
        {reason}
        {answer !== '' && <small>{answer}</small>}
      </Lines>
    )),
    timeColumn('when', t('site.requests.when'), ({ requested, decided }) => decided ?? requested),
  ];
}
