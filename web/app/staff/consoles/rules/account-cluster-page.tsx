import type { ClusterAccount } from '@app/contract/trust/rules';
import { Textarea } from '@mantine/core';
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
import { orFailed } from '../../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { randomKey } from '../../../platform/random-key.ts';
import { button } from '../../../ui/button.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useStaffForm } from '../frame/staff-form.tsx';
import { staffHost } from '../frame/staff-host.ts';
import type { AdminColumn } from '../table/admin-table.tsx';
import { column, nameColumn, numberColumn } from '../table/cells.tsx';
import { loadTable, rowsOf } from '../table/load-table.ts';
import { StaffList } from '../table/staff-list.tsx';
import type { Route } from './+types/account-cluster-page.ts';
import styles from './rules.module.css';

export const handle = { texts: ['admin', 'rules', 'errors'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  const { call } = staffHost(input, 'users.suspend');
  const value = input.url.searchParams.get('value') ?? '';
  const by = CLUSTER_ATTRIBUTES.find((share) => share === input.params.by);
  if (by === undefined || value === '') throw redirect('/admin/waves');
  const listOf = (rows: { size: number; offset?: number }) =>
    call(bulkSanctionsApi.listClusterAccounts, { query: { by, value, ...rows } });
  // Clusters contain recent accounts only; the number of trusted accounts is loaded with them.
  const [loaded, trusted] = await Promise.all([
    loadTable(input, 'users.suspend', (_, table) => listOf(rowsOf(table))),
    orFailed(listOf({ size: 500 })),
  ]);
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
    nameColumn('name', t('rules.hit.author'), ({ id, name, login }) => (
      <>
        <Link to={`/user/${id}`}>{name}</Link> <small className="dim">{login}</small>
      </>
    )),
    column('sample', t('rules.hit.text'), ({ sample }) => <span className={styles.text}>{sample}</span>),
    numberColumn('registered', t('rules.group.registered'), ({ registered }) => formatDate(registered)),
    column('spared', t('rules.group.spared'), ({ id, name, trusted: isTrusted }) => (
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
        {isTrusted === 1 && <small className="dim">{t('rules.group.known')}</small>}
      </label>
    )),
  ];
  return (
    <StaffList
      title={t(`rules.share.${by}`)}
      caption={t('rules.waves')}
      total={loaded?.total}
      hasTools={false}
      before={
        <>
          <p>
            <Link to={by === 'text' ? '/admin/waves' : `/admin/waves?by=${by}`} className="link">
              {t('rules.waves')}
            </Link>
            {(by === 'host' || by === 'address' || by === 'registration') && ` · ${value}`}
          </p>
          {count > 0 && (
            <Action by={by} value={value} count={Math.min(count, BULK_SANCTION_MAX)} exceptIds={[...spared.keys()]} />
          )}
        </>
      }
      columns={columns}
      rows={loaded?.accounts ?? null}
      idOf={({ id }) => id}
    />
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
  const [isAsking, setAsking] = useState(false);
  const [key] = useState(randomKey);
  const form = useStaffForm({
    initial: { reason: t('rules.wave.reason.usual') },
    send: async ({ reason }) => {
      await call(bulkSanctionsApi.start, {
        body: { by, value, except_ids: exceptIds, expected: count, reason },
        idempotencyKey: `${key}:${count}`,
      });
      await navigate('/admin/waves');
      return false;
    },
    onError: (error) => {
      if (!isApiError(error) || error.status !== 409) return false;
      setAsking(false);
      toast.error(t('rules.wave.changed'));
      return true;
    },
  });
  const field = form.field('reason', t('rules.wave.reason'));
  const isEmpty = field.value.trim() === '';
  return (
    <section className={styles.act} aria-label={t('rules.wave.act', { count })}>
      <Textarea {...field} error={isEmpty ? t('errors.field.required') : field.error} rows={2} maxLength={500} />
      <div>
        <button type="button" className={button('danger')} disabled={isEmpty} onClick={() => setAsking(true)}>
          {t('rules.wave.act', { count })}
        </button>
        <span className="dim">{t('rules.wave.act.text', { minutes: BULK_SANCTION_UNDO_MINUTES })}</span>
      </div>
      {isAsking && (
        <ConfirmDialog
          question={t('rules.wave.ask', { count })}
          verb={t('rules.wave.act', { count })}
          isSending={form.isSending}
          onConfirm={form.save}
          onClose={() => setAsking(false)}
        >
          {t('rules.wave.act.text', { minutes: BULK_SANCTION_UNDO_MINUTES })}
        </ConfirmDialog>
      )}
    </section>
  );
}
