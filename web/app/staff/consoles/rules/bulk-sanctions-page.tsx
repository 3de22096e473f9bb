import type { AccountCluster } from '@app/contract/trust/rules';
import { Link } from 'react-router';
import { bulkSanctionsApi, CLUSTER_ATTRIBUTES } from '#contract/trust/rules';
import { formatDateTime, formatNumber } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { orFailed } from '../../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { ListTabs } from '../../../ui/list/list-tabs.tsx';
import { staffHost } from '../frame/staff-host.ts';
import type { AdminColumn } from '../table/admin-table.tsx';
import { nameColumn, numberColumn } from '../table/cells.tsx';
import { StaffList } from '../table/staff-list.tsx';
import { parseTableQuery, requireInside } from '../table/table-query.ts';
import type { Route } from './+types/bulk-sanctions-page.ts';
import { BulkSanctionList } from './bulk-sanction-state.tsx';
import styles from './rules.module.css';

export const handle = { texts: ['admin', 'rules'], frame: false } satisfies PageHandle;

const BULK_SANCTIONS_SHOWN = 3;
const CLUSTERS_MAX = 50;

export async function loader(input: Route.LoaderArgs) {
  const { call } = staffHost(input, 'users.suspend');
  const address = input.url.searchParams;
  const query = parseTableQuery(address);
  const size = Math.min(query.size, CLUSTERS_MAX);
  const by = CLUSTER_ATTRIBUTES.find((share) => share === address.get('by')) ?? 'text';
  const [loaded, waves] = await Promise.all([
    orFailed(call(bulkSanctionsApi.listClusters, { query: { by, size, offset: (query.page - 1) * size } })),
    orFailed(call(bulkSanctionsApi.list, { query: { size: BULK_SANCTIONS_SHOWN } })),
  ]);
  requireInside(input.url, { ...query, size }, loaded?.total);
  return { by, loaded, waves: waves?.waves ?? [] };
}

/** Clusters of accounts that share an attribute, for example after a spam attack. */
export default function BulkSanctionsPage({ loaderData: { by, loaded, waves } }: Route.ComponentProps) {
  const t = useText('admin', 'rules');
  const lang = useLanguage();
  const groups = loaded?.groups ?? null;
  const columns: AdminColumn<AccountCluster>[] = [
    nameColumn('value', t('rules.group.shared'), (group) => <SharedAttribute cluster={group} />),
    numberColumn('accounts', t('rules.group.accounts'), ({ accounts }) => formatNumber(lang, accounts)),
    numberColumn('trusted', t('rules.group.trusted'), ({ trusted }) => formatNumber(lang, trusted)),
    numberColumn('latest', t('rules.group.latest'), ({ latest }) => formatDateTime(latest)),
  ];
  return (
    <StaffList
      title={t('rules.waves')}
      total={loaded?.total}
      before={
        <>
          <p className="dim">{t('rules.waves.text')}</p>
          <BulkSanctionList bulkSanctions={waves} />
          <ListTabs
            label={t('rules.waves')}
            tabs={CLUSTER_ATTRIBUTES.map((share) => ({
              to: share === 'text' ? '/admin/waves' : `/admin/waves?by=${share}`,
              text: t(`rules.share.${share}`),
              count: share === by ? (loaded?.total ?? null) : null,
              isCurrent: share === by,
            }))}
          />
        </>
      }
      columns={columns}
      rows={groups}
      idOf={(group) => groups?.indexOf(group) ?? 0}
      actions={(group) => (
        <Link
          to={`/admin/waves/${group.by}?value=${encodeURIComponent(group.value)}`}
          className={button('plain', 'small')}
        >
          {t('rules.group.open')}
        </Link>
      )}
      empty={{ title: t('rules.waves.none'), text: t('rules.waves.none.text') }}
    />
  );
}

/** Shows hosts and addresses by value, texts and images by samples. */
function SharedAttribute({ cluster: { by, value, samples } }: { cluster: AccountCluster }) {
  const namesItself = by === 'host' || by === 'address' || by === 'registration';
  return (
    <span className={styles.text}>
      {namesItself && value}
      {namesItself ? <small className="dim"> {samples[0]}</small> : samples[0]}
    </span>
  );
}
