import { IconKeyboard } from 'virtual:icons';
import type { Case } from '@app/contract/trust/cases';
import { useEffect, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { CASE_KINDS, casesApi } from '#contract/trust/cases';
import { useText } from '../../../platform/i18n.tsx';
import { useViewerEvents } from '../../../platform/live/use-viewer-events.ts';
import { orFailed } from '../../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button, iconButton } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { AdminPage } from '../frame/admin-page.tsx';
import { staffHost, useViewer } from '../frame/staff-host.ts';
import { BulkBar } from '../table/bulk-bar.tsx';
import { parseTableQuery, requireInside, useTableAddress } from '../table/table-query.ts';
import { TableTools } from '../table/table-tools.tsx';
import { useSelection } from '../table/use-selection.ts';
import type { Route } from './+types/queue-page.ts';
import { CasePanel } from './case-panel.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { ManyDialog } from './many-dialog.tsx';
import styles from './queue.module.css';
import { QueueFilters } from './queue-filters.tsx';
import { QueueList } from './queue-list.tsx';
import { useQueueKeys } from './use-queue-keys.ts';

export const handle = { texts: ['admin', 'moderation', 'complaints', 'errors'], frame: false } satisfies PageHandle;

const SIZE = 25;
/** Milliseconds between reloads of the queue and of the remaining times. */
const POLL_INTERVAL_MS = 30_000;

function parseFilter(address: URLSearchParams) {
  const kind = CASE_KINDS.find((one) => one === address.get('kind'));
  const shown = address.get('show');
  return {
    ...(kind !== undefined && { kind }),
    ...(shown === 'mine' && { mine: 1 as const }),
    ...(shown === 'overdue' && { overdue: 1 as const }),
    ...(shown === 'done' && { done: 1 as const }),
  };
}

export async function loader(input: Route.LoaderArgs) {
  const { call } = staffHost(input, 'moderation.decide');
  const address = input.url.searchParams;
  const table = parseTableQuery(address);
  const { page, search } = table;
  const id = Number(address.get('case'));
  const query = { ...parseFilter(address), search, size: SIZE, offset: (page - 1) * SIZE };
  const [list, counts, chosen] = await Promise.all([
    orFailed(call(casesApi.list, { query })),
    orFailed(call(casesApi.counts)),
    Number.isInteger(id) && id > 0 ? orFailed(call(casesApi.get, { params: { id } })) : null,
  ]);
  requireInside(input.url, { ...table, size: SIZE }, list?.total);
  return { list, counts, chosen, now: new Date().toISOString() };
}

export default function QueuePage({ loaderData: { list, counts, chosen, now } }: Route.ComponentProps) {
  const t = useText('moderation');
  const viewer = useViewer();
  const { address, hrefOf: tableHrefOf } = useTableAddress();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [isHelping, setIsHelping] = useState(false);
  const [isDecidingMany, setIsDecidingMany] = useState(false);
  const cases = list?.cases ?? [];
  const selection = useSelection(cases.map(({ id }) => id));
  const hrefOf = (id: number | null): string => tableHrefOf({ case: id, page: address.get('page') });
  useViewerEvents(viewer?.user_id, ['moderation'], () => void revalidate());
  useEvery(POLL_INTERVAL_MS, () => void revalidate());
  const go = (step: 1 | -1): void => {
    const next = neighbour(cases, chosen?.id, step);
    if (next !== undefined) void navigate(hrefOf(next.id), { preventScrollReset: true });
  };
  useQueueKeys({ j: () => go(1), k: () => go(-1), '?': () => setIsHelping(true) });

  return (
    <AdminPage
      title={t('moderation.queue')}
      total={list?.total}
      actions={
        <button
          type="button"
          className={`${iconButton} ${styles.keysButton}`}
          aria-label={t('moderation.keys')}
          title={t('moderation.keys')}
          onClick={() => setIsHelping(true)}
        >
          <IconKeyboard size={20} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      }
    >
      <TableTools search={t('moderation.search')} loaded={list}>
        <QueueFilters counts={counts} />
      </TableTools>
      <div className={styles.columns} data-chosen={chosen !== null || undefined}>
        <QueueList
          list={list}
          chosenId={chosen?.id}
          viewerId={viewer?.user_id}
          now={now}
          size={SIZE}
          hrefOf={hrefOf}
          selection={selection}
        />
        <section className={styles.side} aria-label={t('moderation.decide')}>
          {chosen === null ? (
            <p className={styles.choose}>{t('moderation.choose')}</p>
          ) : (
            <CasePanel key={chosen.id} details={chosen} now={now} backHref={hrefOf(null)} />
          )}
        </section>
      </div>
      <BulkBar count={selection.selected.size} onClear={selection.clear}>
        <button type="button" className={button('primary', 'small')} onClick={() => setIsDecidingMany(true)}>
          {t('moderation.many')}
        </button>
      </BulkBar>
      {isDecidingMany && (
        <ManyDialog ids={[...selection.selected]} onClose={() => setIsDecidingMany(false)} onDone={selection.clear} />
      )}
      {isHelping && <KeysDialog onClose={() => setIsHelping(false)} />}
    </AdminPage>
  );
}

function neighbour(cases: readonly Case[], id: number | undefined, step: 1 | -1): Case | undefined {
  const at = cases.findIndex((one) => one.id === id);
  if (at === -1) return step === 1 ? cases[0] : cases.at(-1);
  return cases[at + step];
}

function useEvery(ms: number, run: () => void): void {
  useEffect(() => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  });
}
