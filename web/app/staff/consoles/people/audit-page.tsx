import type { AuditEntry } from '@app/contract/platform/audit';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { auditApi } from '#contract/platform/audit';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { orFailed } from '../../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { LoadFailed } from '../../../ui/list/load-failed.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { staffHost } from '../frame/staff-host.ts';
import { panel } from '../frame/staff-section.tsx';
import { useStaffAction } from '../frame/use-staff-action.ts';
import { AddressFilters } from '../table/address-filters.tsx';
import { parseTableQuery, useTableAddress } from '../table/table-query.ts';
import { CsvLink, TableTools } from '../table/table-tools.tsx';
import type { Route } from './+types/audit-page.ts';
import { AuditList } from './audit-list.tsx';
import styles from './people.module.css';

export const handle = { texts: ['admin', 'admin-people', 'admin-audit'], frame: false } satisfies PageHandle;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ID = /^[1-9]\d{0,14}$/;
const AREAS = [
  'users.',
  'staff.',
  'approvals.',
  'audit.',
  'ads.',
  'reference.',
  'complaints.',
  'moderation.',
  'feedback.',
  'money.',
  'publications.',
  'comments.',
  'music.',
  'streams.',
  'invitations.',
  'tariffs.',
  'announcements.',
  'features.',
  'jobs.',
] as const;

function parseFilter(address: URLSearchParams) {
  const matching = (name: string, shape: RegExp): string | undefined => {
    const value = address.get(name) ?? '';
    return shape.test(value) ? value : undefined;
  };
  return {
    search: parseTableQuery(address).search,
    actor: matching('actor', ID),
    about: matching('about', ID),
    hide_views: address.get('views') === 'shown' ? (0 as const) : (1 as const),
    action: AREAS.find((one) => one === address.get('action')),
    from: matching('from', DAY),
    to: matching('to', DAY),
  };
}

export async function loader(input: Route.LoaderArgs) {
  const { call: callApi } = staffHost(input, 'audit.read');
  const filter = parseFilter(input.url.searchParams);
  return { page: await orFailed(callApi(auditApi.list, { query: filter })) };
}

export default function AuditPage({ loaderData: { page } }: Route.ComponentProps) {
  const t = useText('admin-people', 'admin');
  const [address] = useSearchParams();
  const { search: _, ...filter } = parseFilter(address);
  return (
    <AdminPage title={t('admin-people.audit')} actions={<CsvLink path="/api/audit/export.csv" query={filter} />}>
      <TableTools search={t('admin-people.audit.search')} loaded={page}>
        <Filters />
        <HideViews />
      </TableTools>
      {page === null ? (
        <LoadFailed title={t('admin.failed')} />
      ) : (
        <section className={panel} aria-label={t('admin-people.audit')}>
          {/* A new filter starts a new list; pages loaded before belong to the old filter. */}
          <Entries key={`${address} ${page.entries[0]?.id}`} first={page} />
        </section>
      )}
    </AdminPage>
  );
}

function Entries({ first }: { first: { entries: AuditEntry[]; next: number | null } }) {
  const t = useText('admin-people');
  const [address] = useSearchParams();
  const [more, setMore] = useState<{ entries: AuditEntry[]; next: number | null }>({ entries: [], next: first.next });
  const { isSending, submit } = useStaffAction();
  const next = more.next;
  return (
    <>
      <AuditList entries={[...first.entries, ...more.entries]} />
      {next !== null && (
        <div className={styles.more}>
          <button
            type="button"
            className={button('plain')}
            aria-busy={isSending}
            onClick={() =>
              void submit(async () => {
                const page = await call(auditApi.list, { query: { ...parseFilter(address), before_id: next } });
                setMore({ entries: [...more.entries, ...page.entries], next: page.next });
              })
            }
          >
            {t('admin-people.audit.more')}
          </button>
        </div>
      )}
    </>
  );
}

function HideViews() {
  const t = useText('admin-audit');
  const { address, go } = useTableAddress();
  return (
    <Checkbox
      label={t('admin-audit.views.hide')}
      checked={parseFilter(address).hide_views === 1}
      onChange={({ currentTarget }) => go({ views: currentTarget.checked ? undefined : 'shown' })}
    />
  );
}

function Filters() {
  const t = useText('admin-people');
  const { address, go } = useTableAddress();
  const { action, from, to, actor, about } = parseFilter(address);
  const areas = AREAS.map((area): [string, string] => [
    area,
    t(`admin-people.area.${area.slice(0, -1)}` as 'admin-people.area.users'),
  ]);
  return (
    <AddressFilters
      filters={[
        {
          name: 'action',
          label: t('admin-people.audit.area'),
          value: action,
          any: t('admin-people.state.any'),
          choices: areas,
        },
        { name: 'from', label: t('admin-people.audit.from'), value: from },
        { name: 'to', label: t('admin-people.audit.to'), value: to },
      ]}
    >
      {(actor ?? about) !== undefined && (
        <button
          type="button"
          className={button('quiet', 'small')}
          onClick={() => go({ actor: undefined, about: undefined })}
        >
          {t('admin-people.audit.everybody')}
        </button>
      )}
    </AddressFilters>
  );
}
