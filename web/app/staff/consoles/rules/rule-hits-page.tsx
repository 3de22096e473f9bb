import type { ResponseOf } from '@app/contract/platform/endpoint';
import { Link } from 'react-router';
import { rulesApi } from '#contract/trust/rules';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { orFailed } from '../../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { staffHost } from '../frame/staff-host.ts';
import type { AdminColumn } from '../table/admin-table.tsx';
import { column, nameColumn, numberColumn } from '../table/cells.tsx';
import { loadTable, rowsOf } from '../table/load-table.ts';
import { StaffList } from '../table/staff-list.tsx';
import type { Route } from './+types/rule-hits-page.ts';
import styles from './rules.module.css';

export const handle = { texts: ['admin', 'rules'], frame: false } satisfies PageHandle;

type Hit = ResponseOf<typeof rulesApi.hits>['hits'][number];

export async function loader(input: Route.LoaderArgs) {
  const { call } = staffHost(input, 'moderation.decide');
  const id = Number(input.params.rule_id) || 0;
  const [rules, loaded] = await Promise.all([
    orFailed(call(rulesApi.list)),
    loadTable(input, 'moderation.decide', (_, table) => call(rulesApi.hits, { params: { id }, query: rowsOf(table) })),
  ]);
  return { name: rules?.rules.find((rule) => rule.id === id)?.name ?? '', loaded };
}

export default function RuleHitsPage({ loaderData: { name, loaded } }: Route.ComponentProps) {
  const t = useText('admin', 'rules');
  const columns: AdminColumn<Hit>[] = [
    nameColumn('user', t('rules.hit.author'), ({ user }) => <Link to={`/user/${user.id}`}>{user.name}</Link>),
    column('text', t('rules.hit.text'), ({ subject, text }) => (
      <span className={styles.text}>
        <small className="dim">{t(`rules.subject.${subject}`)}</small> {text}
      </span>
    )),
    { key: 'found', title: t('rules.hit.found'), render: ({ found }) => found },
    numberColumn('at', t('rules.hit.at'), ({ timestamp }) => formatDateTime(timestamp)),
    { key: 'outcome', title: t('rules.hit.outcome'), render: ({ outcome }) => t(`rules.outcome.${outcome}`) },
  ];
  const rows = loaded?.hits ?? null;
  return (
    <StaffList
      title={t('rules.hits.of', { name })}
      total={loaded?.total}
      before={
        <p>
          <Link to="/admin/rules" className="link">
            {t('rules.title')}
          </Link>
        </p>
      }
      columns={columns}
      rows={rows}
      idOf={(hit) => rows?.indexOf(hit) ?? 0}
      empty={{ title: t('rules.hits.none') }}
    />
  );
}
