import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useRevalidator, useRouteLoaderData } from 'react-router';
import { rulesApi } from '#contract/trust/rules';
import { call } from '../../../platform/call.ts';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import type { RootData } from '../../../platform/root-data.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { AdminForm } from '../frame/admin-form.tsx';
import { mayDo } from '../frame/staff-host.ts';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import { loadTable, rowsOf } from '../table/load-table.ts';
import { RowButtons } from '../table/row-buttons.tsx';
import { StaffList } from '../table/staff-list.tsx';
import type { Route } from './+types/blocked-images-page.ts';
import styles from './rules.module.css';
import { RulesTabs } from './rules-tabs.tsx';

export const handle = { texts: ['admin', 'rules', 'errors'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  return {
    loaded: await loadTable(input, 'moderation.decide', (call, table) =>
      call(rulesApi.listBlockedImages, { query: rowsOf(table) }),
    ),
  };
}

export default function BlockedImagesPage({ loaderData: { loaded } }: Route.ComponentProps) {
  const t = useText('admin', 'rules');
  const { revalidate } = useRevalidator();
  const isEditor = mayDo(useRouteLoaderData<RootData>('root')?.viewer, 'moderation.rules');
  const [isAdding, setAdding] = useState(false);
  return (
    <StaffList
      title={t('rules.pictures')}
      total={loaded?.total}
      pageActions={
        isEditor && (
          <Button leftSection={<IconPlus size={18} stroke={ICON_STROKE} aria-hidden />} onClick={() => setAdding(true)}>
            {t('rules.pictures.add')}
          </Button>
        )
      }
      before={
        <>
          <RulesTabs />
          <p className={styles.quiet}>{t('rules.pictures.text')}</p>
        </>
      }
      columns={[
        { key: 'print', title: t('rules.pictures.print'), isName: true, render: ({ print }) => <code>{print}</code> },
        { key: 'note', title: t('rules.pictures.note'), render: ({ note }) => note },
        { key: 'at', title: t('rules.hit.at'), isNumber: true, render: ({ timestamp }) => formatDateTime(timestamp) },
      ]}
      rows={loaded?.pictures ?? null}
      idOf={({ id }) => id}
      actions={isEditor ? (picture, onRemove) => <RowButtons name={picture.print} onRemove={onRemove} /> : undefined}
      removal={{
        question: () => t('rules.pictures.remove'),
        text: ({ note, print }) => note || print,
        done: t('rules.removed'),
        remove: ({ id }) => call(rulesApi.removeBlockedImage, { params: { id } }),
      }}
    >
      {isAdding && <BlockedImagesDialog onSaved={() => void revalidate()} onClose={() => setAdding(false)} />}
    </StaffList>
  );
}

function BlockedImagesDialog({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const t = useText('admin', 'rules', 'errors');
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const { isSending, submit, errors, clear } = useStaffSubmit();
  const boardId = Number(/(\d{1,15})\D*$/.exec(typed)?.[1] ?? 0);
  function send(): void {
    setTried(true);
    if (boardId === 0) return;
    void submit(async () => {
      const { count } = await call(rulesApi.addBlockedImages, { body: { board_id: boardId, note } });
      toast.success(t('rules.pictures.added', { count }));
      onSaved();
      onClose();
    });
  }
  return (
    <Dialog title={t('rules.pictures.add')} onClose={onClose}>
      <AdminForm verb={t('admin.save')} isSending={isSending} onSubmit={send}>
        <TextInput
          data-first
          label={t('rules.pictures.ad')}
          maxLength={200}
          value={typed}
          error={(isTried && boardId === 0 && t('errors.field.required')) || errors.board_id}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            clear('board_id');
          }}
        />
        <TextInput
          label={t('rules.pictures.note')}
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </AdminForm>
    </Dialog>
  );
}
