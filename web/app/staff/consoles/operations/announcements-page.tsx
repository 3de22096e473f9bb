import type { StaffAnnouncement } from '@app/contract/staff/operations';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { operationsApi } from '#contract/staff/operations';
import { call } from '../../../platform/call.ts';
import { formatDateTime } from '../../../platform/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminPage } from '../frame/admin-page.tsx';
import { orFailed, staffHost } from '../frame/staff-host.ts';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import { type AdminColumn, AdminTable } from '../table/admin-table.tsx';
import { RowButtons } from '../table/row-buttons.tsx';
import { StatusBadge } from '../table/status-badge.tsx';
import { parseTableQuery, requireInside } from '../table/table-query.ts';
import type { Route } from './+types/announcements-page.ts';
import { AnnouncementDialog } from './announcement-dialog.tsx';
import styles from './operations.module.css';

export const handle = { texts: ['admin', 'operations', 'errors'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  const { call: callApi } = staffHost(input, 'announcements.edit');
  const table = parseTableQuery(new URL(input.request.url).searchParams);
  const { page, size } = table;
  const found = await orFailed(callApi(operationsApi.listAnnouncements, { query: { page, size } }));
  requireInside(input.request, table, found?.total);
  return { found };
}

const STATE_COLORS = { planned: 'warning', shown: 'good', over: undefined } as const;
const LEVEL_COLORS = { info: undefined, warning: 'warning', critical: 'bad' } as const;

export default function AnnouncementsPage({ loaderData: { found } }: Route.ComponentProps) {
  const t = useText('operations');
  const { revalidate } = useRevalidator();
  const [edited, setEdited] = useState<StaffAnnouncement | 'new' | null>(null);
  const [removed, setRemoved] = useState<StaffAnnouncement | null>(null);
  const addButton = (
    <button type="button" className={button('primary')} onClick={() => setEdited('new')}>
      {t('operations.announcements.add')}
    </button>
  );
  return (
    <AdminPage title={t('operations.announcements')} total={found?.total} actions={addButton}>
      <AdminTable
        caption={t('operations.announcements')}
        columns={useColumns()}
        rows={found?.announcements ?? null}
        total={found?.total ?? 0}
        idOf={({ id }) => id}
        empty={{ title: t('operations.announcements.empty'), text: t('operations.announcements.emptyText') }}
        actions={(row) => (
          <RowButtons name={textOfRow(row)} onEdit={() => setEdited(row)} onRemove={() => setRemoved(row)} />
        )}
      />
      {edited && (
        <AnnouncementDialog
          announcement={edited === 'new' ? null : edited}
          onSaved={() => void revalidate()}
          onClose={() => setEdited(null)}
        />
      )}
      {removed && (
        <RemoveDialog announcement={removed} onRemoved={() => void revalidate()} onClose={() => setRemoved(null)} />
      )}
    </AdminPage>
  );
}

const textOfRow = ({ texts }: StaffAnnouncement): string => texts.ru ?? '';

function useColumns(): AdminColumn<StaffAnnouncement>[] {
  const t = useText('operations');
  return [
    {
      key: 'text',
      title: t('operations.text'),
      isName: true,
      render: (row) => (
        <span className={`${styles.two} ${styles.words}`}>
          {textOfRow(row)}
          {row.url !== '' && <small>{row.url}</small>}
        </span>
      ),
    },
    {
      key: 'level',
      title: t('operations.level'),
      render: ({ level }) => <StatusBadge color={LEVEL_COLORS[level]}>{t(`operations.level.${level}`)}</StatusBadge>,
    },
    {
      key: 'from',
      title: t('operations.from'),
      isNumber: true,
      render: ({ starts }) => <time dateTime={starts}>{formatDateTime(starts)}</time>,
    },
    {
      key: 'until',
      title: t('operations.until'),
      isNumber: true,
      render: ({ ends }) =>
        ends === null ? t('operations.endless') : <time dateTime={ends}>{formatDateTime(ends)}</time>,
    },
    {
      key: 'state',
      title: t('operations.state'),
      render: ({ state }) => <StatusBadge color={STATE_COLORS[state]}>{t(`operations.state.${state}`)}</StatusBadge>,
    },
  ];
}

interface RemoveDialogProps {
  announcement: StaffAnnouncement;
  onRemoved: () => void;
  onClose: () => void;
}

function RemoveDialog({ announcement, onRemoved, onClose }: RemoveDialogProps) {
  const t = useText('operations');
  const { isSending, submit } = useStaffSubmit();
  const remove = () =>
    submit(async () => {
      await call(operationsApi.removeAnnouncement, { params: { id: announcement.id } });
      toast.success(t('operations.announcements.removed'));
      onRemoved();
      onClose();
    });
  return (
    <ConfirmDialog
      question={t('operations.announcements.remove')}
      verb={t('operations.announcements.removeVerb')}
      isSending={isSending}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {textOfRow(announcement)}
    </ConfirmDialog>
  );
}
