import type { ListedDocument } from '@app/contract/staff/documents';
import { staffDocumentsApi } from '#contract/staff/documents';
import { formatVersion } from '../../../people/legal/format-version.ts';
import { useText } from '../../../platform/i18n.tsx';
import { orFailed } from '../../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { AdminPage } from '../frame/admin-page.tsx';
import { staffHost } from '../frame/staff-host.ts';
import { type AdminColumn, AdminTable } from '../table/admin-table.tsx';
import { column, Lines, nameColumn, Time, timeColumn } from '../table/cells.tsx';
import { StatusBadge } from '../table/status-badge.tsx';
import type { Route } from './+types/documents-page.ts';
import styles from './documents.module.css';

export const handle = { texts: ['admin', 'documents'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  const loaded = await orFailed(staffHost(input, 'documents.edit').call(staffDocumentsApi.list));
  return { documents: loaded?.documents ?? null };
}

export default function DocumentsPage({ loaderData: { documents } }: Route.ComponentProps) {
  const t = useText('admin', 'documents');
  return (
    <AdminPage title={t('admin.nav.documents')} total={documents?.length}>
      <p className={styles.hint}>{t('documents.intro')}</p>
      <AdminTable
        caption={t('admin.nav.documents')}
        columns={useColumns()}
        rows={documents}
        total={documents?.length ?? 0}
        idOf={(row) => documents?.indexOf(row) ?? 0}
        isWhole
      />
    </AdminPage>
  );
}

function useColumns(): AdminColumn<ListedDocument>[] {
  const t = useText('documents');
  return [
    nameColumn('title', t('documents.document'), ({ name, title }) => (
      <Lines to={`/admin/documents/${name}`}>
        {title}
        <small>/{name}</small>
      </Lines>
    )),
    column('version', t('documents.version'), ({ version }) => formatVersion(version)),
    timeColumn('published', t('documents.published'), ({ published }) => published),
    column('origin', t('documents.origin'), ({ is_own }) => t(is_own === 1 ? 'documents.own' : 'documents.product')),
    column('draft', t('documents.draft'), ({ draft }) =>
      draft === null ? (
        '–'
      ) : (
        <Lines>
          <StatusBadge color="warning">{t('documents.hasDraft')}</StatusBadge>
          <small>
            <Time at={draft.saved} /> {draft.saved_by}
          </small>
        </Lines>
      ),
    ),
  ];
}
