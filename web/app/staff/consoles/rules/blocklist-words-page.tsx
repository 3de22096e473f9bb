import { Textarea, TextInput } from '@mantine/core';
import { BLOCKLIST_WORD_MAX, moderationApi } from '#contract/market/ad-review';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { StaffDialog, useStaffForm } from '../frame/staff-form.tsx';
import { useMayDo } from '../frame/staff-host.ts';
import { rowsOf, tableLoader } from '../table/load-table.ts';
import { RowButtons } from '../table/row-buttons.tsx';
import type { Route } from './+types/blocklist-words-page.ts';
import { RulesList } from './rules-list.tsx';

export const handle = { texts: ['admin', 'rules', 'errors'], frame: false } satisfies PageHandle;

export const loader = tableLoader('moderation.decide', (call, table) =>
  call(moderationApi.listBlocklistWords, { query: rowsOf(table) }),
);

/** Words that hold content for review, with the text shown to its author. */
export default function BlocklistWordsPage({ loaderData: { loaded } }: Route.ComponentProps) {
  const t = useText('admin', 'rules');
  const isEditor = useMayDo('moderation.rules');
  return (
    <RulesList
      title={t('rules.words')}
      text={t('rules.words.text')}
      total={loaded?.total}
      addText={t('rules.words.add')}
      adding={(onClose) => <WordDialog onClose={onClose} />}
      columns={[
        { key: 'word', title: t('rules.words.word'), isName: true, render: ({ word }) => word },
        { key: 'reason', title: t('rules.field.reason'), render: ({ reason }) => reason },
      ]}
      rows={loaded?.words ?? null}
      idOf={({ id }) => id}
      actions={isEditor ? ({ word }, onRemove) => <RowButtons name={word} onRemove={onRemove} /> : undefined}
      removal={{
        question: ({ word }) => t('rules.words.remove', { word }),
        text: () => t('rules.words.remove.text'),
        remove: ({ id }) => call(moderationApi.removeBlocklistWord, { query: { id } }),
      }}
    />
  );
}

function WordDialog({ onClose }: { onClose: () => void }) {
  const t = useText('admin', 'rules', 'errors');
  const requiredIn = (text: string) => text.trim() === '' && t('errors.field.required');
  const form = useStaffForm({
    initial: { word: '', reason: '' },
    check: ({ word, reason }) => ({ word: requiredIn(word), reason: requiredIn(reason) }),
    send: (body) => call(moderationApi.addBlocklistWord, { body }),
    onClose,
  });
  return (
    <StaffDialog title={t('rules.words.add')} verb={t('admin.save')} form={form} onClose={onClose}>
      <TextInput {...form.field('word', t('rules.words.word'))} data-first maxLength={BLOCKLIST_WORD_MAX} />
      <Textarea {...form.field('reason', t('rules.field.reason'))} rows={2} maxLength={300} />
    </StaffDialog>
  );
}
