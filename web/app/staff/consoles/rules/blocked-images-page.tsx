import { TextInput } from '@mantine/core';
import { rulesApi } from '#contract/trust/rules';
import { call } from '../../../platform/call.ts';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { StaffDialog, useStaffForm } from '../frame/staff-form.tsx';
import { useMayDo } from '../frame/staff-host.ts';
import { rowsOf, tableLoader } from '../table/load-table.ts';
import { RowButtons } from '../table/row-buttons.tsx';
import type { Route } from './+types/blocked-images-page.ts';
import { RulesList } from './rules-list.tsx';

export const handle = { texts: ['admin', 'rules', 'errors'], frame: false } satisfies PageHandle;

export const loader = tableLoader('moderation.decide', (call, table) =>
  call(rulesApi.listBlockedImages, { query: rowsOf(table) }),
);

export default function BlockedImagesPage({ loaderData: { loaded } }: Route.ComponentProps) {
  const t = useText('admin', 'rules');
  const isEditor = useMayDo('moderation.rules');
  return (
    <RulesList
      title={t('rules.pictures')}
      text={t('rules.pictures.text')}
      total={loaded?.total}
      addText={t('rules.pictures.add')}
      adding={(onClose) => <BlockedImagesDialog onClose={onClose} />}
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
    />
  );
}

/** Number of an ad at the end of its address. */
const parseAdId = (typed: string): number => Number(/(\d{1,15})\D*$/.exec(typed)?.[1] ?? 0);

function BlockedImagesDialog({ onClose }: { onClose: () => void }) {
  const t = useText('admin', 'rules', 'errors');
  const form = useStaffForm({
    initial: { board_id: '', note: '' },
    check: ({ board_id }) => ({ board_id: parseAdId(board_id) === 0 && t('errors.field.required') }),
    send: async ({ board_id, note }) => {
      const { count } = await call(rulesApi.addBlockedImages, { body: { board_id: parseAdId(board_id), note } });
      return t('rules.pictures.added', { count });
    },
    onClose,
  });
  return (
    <StaffDialog title={t('rules.pictures.add')} verb={t('admin.save')} form={form} onClose={onClose}>
      <TextInput {...form.field('board_id', t('rules.pictures.ad'))} data-first maxLength={200} />
      <TextInput {...form.field('note', t('rules.pictures.note'))} maxLength={200} />
    </StaffDialog>
  );
}
