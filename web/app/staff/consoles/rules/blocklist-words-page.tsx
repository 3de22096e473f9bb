import type { BlocklistWord } from '@app/contract/market/ad-review';
import { Button, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useRevalidator, useRouteLoaderData } from 'react-router';
import { BLOCKLIST_WORD_MAX, moderationApi } from '#contract/market/ad-review';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import type { RootData } from '../../../root.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { AdminConfirm, AdminDialog, AdminForm } from '../frame/admin-dialog.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { mayDo, orFailed, staffHost } from '../frame/staff-host.ts';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import { AdminTable } from '../table/admin-table.tsx';
import { RowButtons } from '../table/row-buttons.tsx';
import { parseTableQuery, requireInside } from '../table/table-query.ts';
import { TableTools } from '../table/table-tools.tsx';
import type { Route } from './+types/blocklist-words-page.ts';
import styles from './rules.module.css';
import { RulesTabs } from './rules-tabs.tsx';

export const handle = { texts: ['admin', 'rules', 'errors'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  const { call } = staffHost(input, 'moderation.decide');
  const query = parseTableQuery(new URL(input.request.url).searchParams);
  const { page, size } = query;
  const loaded = await orFailed(call(moderationApi.listBlocklistWords, { query: { size, offset: (page - 1) * size } }));
  requireInside(input.request, query, loaded?.total);
  return { loaded };
}

/** Words that hold content for review, with the text shown to its author. */
export default function BlocklistWordsPage({ loaderData: { loaded } }: Route.ComponentProps) {
  const t = useText('admin', 'rules');
  const { revalidate } = useRevalidator();
  const isEditor = mayDo(useRouteLoaderData<RootData>('root')?.viewer, 'moderation.rules');
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<BlocklistWord | null>(null);
  const { isSending, submit } = useStaffSubmit();
  const remove = (id: number) =>
    submit(async () => {
      await call(moderationApi.removeBlocklistWord, { query: { id } });
      setLeaving(null);
      await revalidate();
    });
  return (
    <AdminPage
      title={t('rules.words')}
      total={loaded?.total}
      actions={
        isEditor && (
          <Button leftSection={<IconPlus size={18} stroke={ICON_STROKE} aria-hidden />} onClick={() => setAdding(true)}>
            {t('rules.words.add')}
          </Button>
        )
      }
    >
      <RulesTabs />
      <p className={styles.quiet}>{t('rules.words.text')}</p>
      <TableTools loaded={loaded} />
      <AdminTable
        caption={t('rules.words')}
        columns={[
          { key: 'word', title: t('rules.words.word'), isName: true, render: ({ word }) => word },
          { key: 'reason', title: t('rules.field.reason'), render: ({ reason }) => reason },
        ]}
        rows={loaded?.words ?? null}
        total={loaded?.total ?? 0}
        idOf={({ id }) => id}
        {...(isEditor && {
          actions: (word: BlocklistWord) => <RowButtons name={word.word} onRemove={() => setLeaving(word)} />,
        })}
      />
      {isAdding && <WordDialog onSaved={() => void revalidate()} onClose={() => setAdding(false)} />}
      {leaving !== null && (
        <AdminConfirm
          question={t('rules.words.remove', { word: leaving.word })}
          verb={t('admin.remove')}
          isSending={isSending}
          onConfirm={() => void remove(leaving.id)}
          onClose={() => setLeaving(null)}
        >
          {t('rules.words.remove.text')}
        </AdminConfirm>
      )}
    </AdminPage>
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
    <AdminDialog title={t('rules.words.add')} onClose={onClose}>
      <AdminForm verb={t('admin.save')} isSending={isSending} onSubmit={send} onClose={onClose}>
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
    </AdminDialog>
  );
}
