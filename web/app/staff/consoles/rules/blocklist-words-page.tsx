import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import { Button, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useRevalidator, useRouteLoaderData } from 'react-router';
import { BLOCKLIST_WORD_MAX, moderationApi } from '#contract/market/ad-review';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import type { RootData } from '../../../platform/root-data.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { AdminForm } from '../frame/admin-form.tsx';
import { mayDo } from '../frame/staff-host.ts';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import { loadTable, rowsOf } from '../table/load-table.ts';
import { RowButtons } from '../table/row-buttons.tsx';
import { StaffList } from '../table/staff-list.tsx';
import type { Route } from './+types/blocklist-words-page.ts';
import styles from './rules.module.css';
import { RulesTabs } from './rules-tabs.tsx';

export const handle = { texts: ['admin', 'rules', 'errors'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  return {
    loaded: await loadTable(input, 'moderation.decide', (call, table) =>
      call(moderationApi.listBlocklistWords, { query: rowsOf(table) }),
    ),
  };
}

/** Words that hold content for review, with the text shown to its author. */
export default function BlocklistWordsPage({ loaderData: { loaded } }: Route.ComponentProps) {
  const t = useText('admin', 'rules');
  const { revalidate } = useRevalidator();
  const isEditor = mayDo(useRouteLoaderData<RootData>('root')?.viewer, 'moderation.rules');
  const [isAdding, setAdding] = useState(false);
  return (
    <StaffList
      title={t('rules.words')}
      total={loaded?.total}
      pageActions={
        isEditor && (
          <Button leftSection={<IconPlus size={18} stroke={ICON_STROKE} aria-hidden />} onClick={() => setAdding(true)}>
            {t('rules.words.add')}
          </Button>
        )
      }
      before={
        <>
          <RulesTabs />
          <p className={styles.quiet}>{t('rules.words.text')}</p>
        </>
      }
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
    >
      {isAdding && <WordDialog onSaved={() => void revalidate()} onClose={() => setAdding(false)} />}
    </StaffList>
  );
}

function WordDialog({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const t = useText('admin', 'rules', 'errors');
  const [word, setWord] = useState('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const { isSending, submit, errors, clear } = useStaffSubmit();
  const missing = (text: string) => isTried && text.trim() === '' && t('errors.field.required');
  function send(): void {
    setTried(true);
    if (word.trim() === '' || reason.trim() === '') return;
    void submit(async () => {
      await call(moderationApi.addBlocklistWord, { body: { word, reason } });
      onSaved();
      onClose();
    });
  }
  return (
    <Dialog title={t('rules.words.add')} onClose={onClose}>
      <AdminForm verb={t('admin.save')} isSending={isSending} onSubmit={send}>
        <TextInput
          data-first
          label={t('rules.words.word')}
          maxLength={BLOCKLIST_WORD_MAX}
          value={word}
          error={missing(word) || errors.word}
          onChange={(event) => {
            setWord(event.currentTarget.value);
            clear('word');
          }}
        />
        <Textarea
          label={t('rules.field.reason')}
          rows={2}
          maxLength={300}
          value={reason}
          error={missing(reason) || errors.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </AdminForm>
    </Dialog>
  );
}
