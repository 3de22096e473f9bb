import type { DeadJob } from '@app/contract/staff/operations';
import { useState } from 'react';
import { operationsApi } from '#contract/staff/operations';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { ReasonDialog } from '../frame/staff-form.tsx';
import { useStaffAction } from '../frame/use-staff-action.ts';
import { TabButtons } from '../table/address-filters.tsx';
import type { AdminColumn } from '../table/admin-table.tsx';
import { Lines, nameColumn, numberColumn, timeColumn } from '../table/cells.tsx';
import { tableLoader } from '../table/load-table.ts';
import { StaffList } from '../table/staff-list.tsx';
import { useTableAddress } from '../table/table-query.ts';
import type { Route } from './+types/jobs-page.ts';
import styles from './operations.module.css';

export const handle = { texts: ['admin', 'operations', 'errors'], frame: false } satisfies PageHandle;

const parseName = (address: URLSearchParams): string | undefined => address.get('name')?.slice(0, 100) || undefined;

export const loader = tableLoader('jobs.edit', (callApi, { page, size }, address) =>
  callApi(operationsApi.deadJobs, { query: { name: parseName(address), page, size } }),
);

type Chosen = { id: number; name: string } | { id?: undefined; name: string };

const bodyOf = ({ id, name }: Chosen): { id: number } | { name: string } => (id === undefined ? { name } : { id });

export default function JobsPage({ loaderData: { loaded } }: Route.ComponentProps) {
  const t = useText('operations', 'errors');
  const { address, hrefOf } = useTableAddress();
  const name = parseName(address);
  const [discarded, setDiscarded] = useState<Chosen | null>(null);
  const { isSending, run } = useStaffAction();
  const retry = (chosen: Chosen) =>
    run(async () => {
      const { count } = await call(operationsApi.retryJobs, { body: bodyOf(chosen) });
      return t('operations.jobs.retried', { count });
    });
  const discard = async (chosen: Chosen, reason: string): Promise<string> => {
    const { count } = await call(operationsApi.discardJobs, { body: { ...bodyOf(chosen), reason } });
    return t('operations.jobs.discarded', { count });
  };
  const kinds = [undefined, ...(loaded?.kinds ?? [])];
  return (
    <StaffList
      title={t('operations.jobs')}
      total={loaded?.total}
      hasTools={false}
      before={
        <>
          {kinds.length > 1 && (
            <div className={styles.kinds}>
              <TabButtons
                label={t('operations.jobs.name')}
                tabs={kinds.map((kind) => ({
                  to: hrefOf({ name: kind?.name }),
                  text: kind === undefined ? t('operations.jobs.all') : `${kind.name} · ${kind.count}`,
                  isCurrent: kind?.name === name,
                }))}
              />
            </div>
          )}
          {name !== undefined && loaded && loaded.total > 0 && (
            <div className={styles.kinds}>
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
        </>
      }
      columns={useColumns()}
      rows={loaded?.jobs ?? null}
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
    >
      {discarded && (
        <ReasonDialog
          title={
            discarded.id === undefined
              ? t('operations.jobs.discardAll', { name: discarded.name })
              : `${t('operations.jobs.discard')}: ${discarded.name} № ${discarded.id}`
          }
          verb={t('operations.jobs.discard')}
          label={t('operations.jobs.reason')}
          required={t('errors.field.required')}
          rows={2}
          maxLength={500}
          send={(reason) => discard(discarded, reason)}
          onClose={() => setDiscarded(null)}
        />
      )}
    </StaffList>
  );
}

function useColumns(): AdminColumn<DeadJob>[] {
  const t = useText('operations');
  return [
    nameColumn('name', t('operations.jobs.name'), ({ name, id }) => (
      <Lines>
        {name}
        <small>№ {id}</small>
      </Lines>
    )),
    { key: 'error', title: t('operations.jobs.error'), render: (job) => <JobError job={job} /> },
    timeColumn('failed', t('operations.jobs.failed'), ({ failed }) => failed),
    numberColumn('attempts', t('operations.jobs.attempts'), ({ attempts }) => attempts),
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
