import { DOCUMENT_DETAILS } from '@app/contract/platform/document-text';
import { DEFAULT_LANGUAGE } from '@app/contract/platform/languages';
import type { StaffDocument, StaffDocumentContent } from '@app/contract/staff/documents';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { DOCUMENT_DESCRIPTION_MAX } from '#contract/platform/documents';
import { DOCUMENT_TEXT_MAX, DOCUMENT_TITLE_MAX, staffDocumentsApi } from '#contract/staff/documents';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { useStaffForm } from '../frame/staff-form.tsx';
import { useStaffAction } from '../frame/use-staff-action.ts';
import styles from './documents.module.css';

const ROWS = { least: 16, most: 40 } as const;

interface ContentFormProps {
  document: StaffDocument;
  content: StaffDocumentContent;
  isInDraft: boolean;
  /** Undefined: nothing is left to save. */
  onChange: (content: StaffDocumentContent | undefined) => void;
}

/** What the document says in one language. */
export function ContentForm({ document, content, isInDraft, onChange }: ContentFormProps) {
  const t = useText('documents', 'errors');
  const { name, number, draft } = document;
  const { lang } = content;
  const revision = draft?.revision ?? 0;
  const typed = useRef(content);
  const form = useStaffForm({
    initial: () => ({ title: content.title, description: content.description, text: content.text }),
    check: ({ title, description, text }) => ({
      title: title.trim() === '' && t('errors.field.required'),
      description: description.trim() === '' && t('errors.field.required'),
      text: text.trim() === '' && t('errors.field.required'),
    }),
    send: async (values) => {
      await call(staffDocumentsApi.saveDraft, {
        params: { name },
        body: { revision, based_on: number, lang, ...values },
      });
      onChange(undefined);
      return t('documents.saved');
    },
  });
  const removal = useStaffAction();
  const remove = (): void =>
    void removal.run(async () => {
      await call(staffDocumentsApi.discardDraft, { params: { name }, query: { revision, lang } });
      onChange(undefined);
      return t('documents.removed');
    });
  const field = (part: 'title' | 'description' | 'text', label: string) => {
    const { onChange: change, ...props } = form.field(part, label);
    return {
      ...props,
      lang,
      onChange: (event: { currentTarget: { value: string } }) => {
        change(event);
        typed.current = { ...typed.current, [part]: event.currentTarget.value };
        onChange(typed.current);
      },
    };
  };
  return (
    <form {...form.props} className={styles.form}>
      {!isInDraft && <p className={styles.hint}>{t('documents.notInDraft')}</p>}
      <TextInput {...field('title', t('documents.title'))} maxLength={DOCUMENT_TITLE_MAX} />
      <TextInput
        {...field('description', t('documents.description'))}
        description={t('documents.descriptionHint')}
        maxLength={DOCUMENT_DESCRIPTION_MAX}
      />
      <Textarea
        {...field('text', t('documents.text'))}
        description={t('documents.format')}
        autosize
        minRows={ROWS.least}
        maxRows={ROWS.most}
        maxLength={DOCUMENT_TEXT_MAX}
      />
      <details className={styles.more}>
        <summary>{t('documents.details')}</summary>
        <dl className={styles.details}>
          {DOCUMENT_DETAILS.map((detail) => (
            <div key={detail}>
              <dt>
                <code>{`{${detail}}`}</code>
              </dt>
              <dd>{document.details.find((one) => one.lang === lang)?.values[detail]}</dd>
            </div>
          ))}
        </dl>
      </details>
      <div className={styles.actions}>
        <Button type="submit" loading={form.isSending} aria-busy={form.isSending}>
          {t('documents.save')}
        </Button>
        {isInDraft && lang !== DEFAULT_LANGUAGE && (
          <button type="button" className={button('plain')} aria-busy={removal.isSending} onClick={remove}>
            {t('documents.remove')}
          </button>
        )}
      </div>
    </form>
  );
}
