import { Textarea } from '@mantine/core';
import { loadTable } from '../table/load-table.ts';
import '@mantine/core/styles/Input.css';
import type { DeadJob } from '@app/contract/staff/operations';
import { useState } from 'react';
import { Link, useLocation, useRevalidator, useSearchParams } from 'react-router';
import { operationsApi } from '#contract/staff/operations';
import { call } from '../../../platform/call.ts';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminForm } from '../frame/admin-form.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import { type AdminColumn, AdminTable } from '../table/admin-table.tsx';
import { tableHref } from '../table/table-query.ts';
import type { Route } from './+types/jobs-page.ts';
import styles from './operations.module.css';

export const handle = { texts: ['admin', 'operations', 'errors'], frame: false } satisfies PageHandle;

const parseName = (address: URLSearchParams): string | undefined => address.get('name')?.slice(0, 100) || undefined;

export async function loader(input: Route.LoaderArgs) {
  const found = await loadTable(input, 'jobs.edit', (callApi, { page, size }, address) =>
    callApi(operationsApi.deadJobs, { query: { name: parseName(address), page, size } }),
  );
  return { found };
}

type Chosen = { id: number; name: string } | { id?: undefined; name: string };

const bodyOf = ({ id, name }: Chosen): { id: number } | { name: string } => (id === undefined ? { name } : { id });

export default function JobsPage({ loaderData: { found } }: Route.ComponentProps) {
  const t = useText('operations');
  const { pathname } = useLocation();
  const [address] = useSearchParams();
  const name = parseName(address);
  const { revalidate } = useRevalidator();
  const [discarded, setDiscarded] = useState<Chosen | null>(null);
  const { isSending, submit } = useStaffSubmit();
  const retry = (chosen: Chosen) =>
    submit(async () => {
      const { count } = await call(operationsApi.retryJobs, { body: bodyOf(chosen) });
      toast.success(t('operations.jobs.retried', { count }));
      await revalidate();
    });
  return (
    <AdminPage title={t('operations.jobs')} total={found?.total}>
      {found && found.kinds.length > 0 && (
        <nav className={styles.kinds} aria-label={t('operations.jobs.name')}>
          {[undefined, ...found.kinds].map((kind) => (
            <Link
              key={kind?.name ?? ''}
              to={tableHref(pathname, address, { name: kind?.name })}
              className={button(kind?.name === name ? 'light' : 'plain', 'small')}
              aria-current={kind?.name === name ? 'page' : undefined}
            >
              {kind === undefined ? t('operations.jobs.all') : `${kind.name} · ${kind.count}`}
            </Link>
          ))}
        </nav>
      )}
      {name !== undefined && found && found.total > 0 && (
        <div className={styles.bulk}>
          <button
            type="button"
            className={button('primary', 'small')}
            aria-busy={isSending}
            onClick={() => void retry({ name })}
          >
            {t('operations.jobs.retryAll', { name })}
          </button>
          <button type="button" className={button('danger', 'small')} onClick={() => setDiscarded({ name })}>
            {t('operations.jobs.discardAll', { name })}
          </button>
        </div>
      )}
      <AdminTable
        caption={t('operations.jobs')}
        columns={useColumns()}
        rows={found?.jobs ?? null}
        total={found?.total ?? 0}
        idOf={({ id }) => id}
        empty={{ title: t('operations.jobs.empty'), text: t('operations.jobs.emptyText') }}
        actions={(job) => (
          <span className={styles.kinds}>
            <button
              type="button"
              className={button('light', 'small')}
              aria-label={`${t('operations.jobs.retry')}: ${job.name} ${job.id}`}
              aria-busy={isSending}
              onClick={() => void retry(job)}
            >
              {t('operations.jobs.retry')}
            </button>
            <button
              type="button"
              className={button('plain', 'small')}
              aria-label={`${t('operations.jobs.discard')}: ${job.name} ${job.id}`}
              onClick={() => setDiscarded(job)}
            >
              {t('operations.jobs.discard')}
            </button>
          </span>
        )}
      />
      {discarded && (
        <DiscardDialog chosen={discarded} onDone={() => void revalidate()} onClose={() => setDiscarded(null)} />
      )}
    </AdminPage>
  );
}

function useColumns(): AdminColumn<DeadJob>[] {
  const t = useText('operations');
  return [
    {
      key: 'name',
      title: t('operations.jobs.name'),
      isName: true,
      render: ({ name, id }) => (
        <span className={styles.two}>
          {name}
          <small>№ {id}</small>
        </span>
      ),
    },
    { key: 'error', title: t('operations.jobs.error'), render: (job) => <JobError job={job} /> },
    {
      key: 'failed',
      title: t('operations.jobs.failed'),
      isNumber: true,
      render: ({ failed }) => <time dateTime={failed}>{formatDateTime(failed)}</time>,
    },
    { key: 'attempts', title: t('operations.jobs.attempts'), isNumber: true, render: ({ attempts }) => attempts },
  ];
}

/** First line of the error; the rest and the payload expand on demand. */
function JobError({ job: { error, payload } }: { job: DeadJob }) {
  const t = useText('operations');
  const [first = ''] = error.split('\n');
  return (
    <details className={styles.more}>
      <summary className={styles.words}>{first || t('operations.jobs.noError')}</summary>
      <pre className={styles.error}>
        {error}
        {`\n\n${t('operations.jobs.payload')}: ${JSON.stringify(payload, null, 2)}`}
      </pre>
    </details>
  );
}

interface DiscardDialogProps {
  chosen: Chosen;
  onDone: () => void;
  onClose: () => void;
}

function DiscardDialog({ chosen, onDone, onClose }: DiscardDialogProps) {
  const t = useText('operations', 'errors');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const { isSending, submit } = useStaffSubmit();
  const isEmpty = reason.trim() === '';
  function save(): void {
    setTried(true);
    if (isEmpty) return;
    void submit(async () => {
      const { count } = await call(operationsApi.discardJobs, { body: { ...bodyOf(chosen), reason } });
      toast.success(t('operations.jobs.discarded', { count }));
      onDone();
      onClose();
    });
  }
  const title =
    chosen.id === undefined
      ? t('operations.jobs.discardAll', { name: chosen.name })
      : `${t('operations.jobs.discard')}: ${chosen.name} № ${chosen.id}`;
  return (
    <Dialog title={title} onClose={onClose}>
      <AdminForm verb={t('operations.jobs.discard')} isSending={isSending} onSubmit={save}>
        <Textarea
          data-first
          label={t('operations.jobs.reason')}
          rows={2}
          maxLength={500}
          value={reason}
          error={isTried && isEmpty && t('errors.field.required')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </AdminForm>
    </Dialog>
  );
}
