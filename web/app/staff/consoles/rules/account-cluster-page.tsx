import type { ClusterAccount } from '@app/contract/trust/rules';
import { Textarea } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { useState } from 'react';
import { Link, redirect, useNavigate } from 'react-router';
import {
  BULK_SANCTION_MAX,
  BULK_SANCTION_UNDO_MINUTES,
  bulkSanctionsApi,
  CLUSTER_ATTRIBUTES,
  type ClusterAttribute,
} from '#contract/trust/rules';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { formatDate } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { randomKey } from '../../../platform/random-key.ts';
import { button } from '../../../ui/button.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminPage } from '../frame/admin-page.tsx';
import { orFailed, staffHost } from '../frame/staff-host.ts';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import { type AdminColumn, AdminTable } from '../table/admin-table.tsx';
import { parseTableQuery, requireInside } from '../table/table-query.ts';
import type { Route } from './+types/account-cluster-page.ts';
import styles from './rules.module.css';

export const handle = { texts: ['admin', 'rules', 'errors'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  const { call } = staffHost(input, 'users.suspend');
  const address = new URL(input.request.url).searchParams;
  const by = CLUSTER_ATTRIBUTES.find((share) => share === input.params.by);
  const value = address.get('value') ?? '';
  if (by === undefined || value === '') throw redirect('/admin/waves');
  const query = parseTableQuery(address);
  const { page, size } = query;
  // Clusters contain recent accounts only; the number of trusted accounts is loaded with them.
  const [loaded, trusted] = await Promise.all([
    orFailed(call(bulkSanctionsApi.listClusterAccounts, { query: { by, value, size, offset: (page - 1) * size } })),
    orFailed(call(bulkSanctionsApi.listClusterAccounts, { query: { by, value, size: 500 } })),
  ]);
  requireInside(input.request, query, loaded?.total);
  return { by, value, loaded, trusted: trusted?.accounts.filter((account) => account.trusted === 1).length ?? 0 };
}

export default function AccountClusterPage({ loaderData: { by, value, loaded, trusted } }: Route.ComponentProps) {
  const t = useText('admin', 'rules');
  const [spared, setSpared] = useState<ReadonlyMap<number, boolean>>(new Map());
  const total = loaded?.total ?? 0;
  // Trusted accounts are excluded by the server anyway.
  const sparedOrdinary = [...spared].filter(([, isTrusted]) => !isTrusted).length;
  const count = Math.max(0, total - trusted - sparedOrdinary);
  const columns: AdminColumn<ClusterAccount>[] = [
    {
      key: 'name',
      title: t('rules.hit.author'),
      isName: true,
      render: ({ id, name, login }) => (
        <>
          <Link to={`/user/${id}`}>{name}</Link> <small className={styles.quiet}>{login}</small>
        </>
      ),
    },
    {
      key: 'sample',
      title: t('rules.hit.text'),
      render: ({ sample }) => <span className={styles.text}>{sample}</span>,
    },
    {
      key: 'registered',
      title: t('rules.group.registered'),
      isNumber: true,
      render: ({ registered }) => formatDate(registered),
    },
    {
      key: 'spared',
      title: t('rules.group.spared'),
      render: ({ id, name, trusted: isTrusted }) => (
        <label className={styles.check}>
          <input
            type="checkbox"
            aria-label={t('rules.group.spare', { name })}
            disabled={isTrusted === 1}
            checked={isTrusted === 1 || spared.has(id)}
            onChange={(event) => {
              const next = new Map(spared);
              if (event.currentTarget.checked) next.set(id, false);
              else next.delete(id);
              setSpared(next);
            }}
          />
          {isTrusted === 1 && <small className={styles.quiet}>{t('rules.group.known')}</small>}
        </label>
      ),
    },
  ];
  return (
    <AdminPage title={t(`rules.share.${by}`)} total={loaded?.total}>
      <p>
        <Link to={by === 'text' ? '/admin/waves' : `/admin/waves?by=${by}`} className="link">
          {t('rules.waves')}
        </Link>
        {(by === 'host' || by === 'address' || by === 'registration') && ` · ${value}`}
      </p>
      {count > 0 && (
        <Action by={by} value={value} count={Math.min(count, BULK_SANCTION_MAX)} exceptIds={[...spared.keys()]} />
      )}
      <AdminTable
        caption={t('rules.waves')}
        columns={columns}
        rows={loaded?.accounts ?? null}
        total={total}
        idOf={({ id }) => id}
      />
    </AdminPage>
  );
}

interface ActionProps {
  by: ClusterAttribute;
  value: string;
  count: number;
  exceptIds: number[];
}

/** Asks for the reason shown to each user, confirms once and starts the bulk sanction. */
function Action({ by, value, count, exceptIds }: ActionProps) {
  const t = useText('admin', 'rules', 'errors');
  const navigate = useNavigate();
  const [reason, setReason] = useState(t('rules.wave.reason.usual'));
  const [isAsking, setAsking] = useState(false);
  const [key] = useState(randomKey);
  const { isSending, submit, errors } = useStaffSubmit((error) => {
    if (!isApiError(error) || error.status !== 409) return false;
    setAsking(false);
    toast.error(t('rules.wave.changed'));
    return true;
  });
  const start = () =>
    submit(async () => {
      await call(bulkSanctionsApi.start, {
        body: { by, value, except_ids: exceptIds, expected: count, reason },
        idempotencyKey: `${key}:${count}`,
      });
      await navigate('/admin/waves');
    });
  return (
    <section className={styles.act} aria-label={t('rules.wave.act', { count })}>
      <Textarea
        label={t('rules.wave.reason')}
        rows={2}
        maxLength={500}
        value={reason}
        error={(reason.trim() === '' && t('errors.field.required')) || errors.reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div>
        <button
          type="button"
          className={button('danger')}
          disabled={reason.trim() === ''}
          onClick={() => setAsking(true)}
        >
          {t('rules.wave.act', { count })}
        </button>
        <span className={styles.quiet}>{t('rules.wave.act.text', { minutes: BULK_SANCTION_UNDO_MINUTES })}</span>
      </div>
      {isAsking && (
        <ConfirmDialog
          question={t('rules.wave.ask', { count })}
          verb={t('rules.wave.act', { count })}
          isSending={isSending}
          onConfirm={() => void start()}
          onClose={() => setAsking(false)}
        >
          {t('rules.wave.act.text', { minutes: BULK_SANCTION_UNDO_MINUTES })}
        </ConfirmDialog>
      )}
    </section>
  );
}
