import { DEFAULT_LANGUAGE, LANGUAGE_NAMES, LANGUAGES, type Lang } from '@app/contract/platform/languages';
import type { StaffDocument } from '@app/contract/staff/documents';
import { Switch, Textarea } from '@mantine/core';
import { CHANGES_MAX, staffDocumentsApi } from '#contract/staff/documents';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { StaffDialog, useStaffForm } from '../frame/staff-form.tsx';
import styles from './documents.module.css';

interface PublishDialogProps {
  document: StaffDocument;
  draft: NonNullable<StaffDocument['draft']>;
  onClose: () => void;
}

export function PublishDialog({ document: { name, may_ask, texts }, draft, onClose }: PublishDialogProps) {
  const t = useText('documents', 'errors');
  const isNewRussian = draft.texts.some(({ lang }) => lang === DEFAULT_LANGUAGE);
  const hasText = (lang: Lang): boolean => draft.texts.some((content) => content.lang === lang);
  // Translations of the Russian text that is replaced are not taken along.
  const missing = LANGUAGES.filter(
    (lang) => !hasText(lang) && (isNewRussian || !texts.some((content) => content.lang === lang)),
  );
  const form = useStaffForm({
    initial: { changes: { ru: '' } as { ru: string } & Partial<Record<Lang, string>>, asks: false },
    check: ({ changes }) => ({ changes: changes.ru.trim() === '' && t('errors.field.required') }),
    send: async ({ changes, asks }) => {
      await call(staffDocumentsApi.publish, {
        params: { name },
        body: { revision: draft.revision, changes, asks: asks ? 1 : 0 },
      });
      return t('documents.publishedDone');
    },
    onClose,
  });
  const { values, errors, change } = form;
  const noteField = (lang: Lang) => (
    <Textarea
      key={lang}
      data-first={lang === DEFAULT_LANGUAGE || undefined}
      label={t('documents.changesIn', { language: LANGUAGE_NAMES[lang] })}
      lang={lang}
      rows={lang === DEFAULT_LANGUAGE ? 4 : 2}
      maxLength={CHANGES_MAX}
      value={values.changes[lang] ?? ''}
      error={lang === DEFAULT_LANGUAGE && (errors.changes ?? errors.text)}
      onChange={(event) => change({ changes: { ...values.changes, [lang]: event.currentTarget.value } })}
    />
  );
  return (
    <StaffDialog title={t('documents.publishTitle')} isWide verb={t('documents.publish')} form={form} onClose={onClose}>
      <p>{t('documents.publishText')}</p>
      {missing.length > 0 && (
        <p className={styles.note} role="note">
          {t('documents.missing', { languages: missing.map((lang) => LANGUAGE_NAMES[lang]).join(', ') })}
        </p>
      )}
      {noteField(DEFAULT_LANGUAGE)}
      <details className={styles.more}>
        <summary>{t('documents.changesMore')}</summary>
        <div className={styles.form}>{LANGUAGES.filter((lang) => lang !== DEFAULT_LANGUAGE).map(noteField)}</div>
      </details>
      {may_ask === 1 && (
        <div>
          <Switch
            label={t('documents.ask')}
            checked={values.asks}
            onChange={(event) => change({ asks: event.currentTarget.checked })}
          />
          <p className={styles.hint}>{t('documents.askHint')}</p>
        </div>
      )}
    </StaffDialog>
  );
}
