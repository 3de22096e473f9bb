import { fillDocument, findUnknownDetail } from '@app/contract/platform/document-text';
import type { StaffDocument, StaffDocumentContent } from '@app/contract/staff/documents';
import { DocumentText } from '../../../people/legal/document-text.tsx';
import { useText } from '../../../platform/i18n.tsx';
import { diffTexts } from './diff-texts.ts';
import styles from './documents.module.css';

interface DocumentPreviewProps {
  document: StaffDocument;
  content: StaffDocumentContent;
}

/** The text as readers will see it, with the details of the operator in their places. */
export function DocumentPreview({ document, content }: DocumentPreviewProps) {
  const t = useText('errors');
  const { lang, title, description, text } = content;
  const unknown = findUnknownDetail(`${title} ${description} ${text}`);
  const details = document.details.find((one) => one.lang === lang);
  if (unknown !== null || details === undefined)
    return (
      <p className={styles.note} role="note">
        {t('errors.field.document_detail', { name: unknown ?? lang })}
      </p>
    );
  const filled = fillDocument(content, details.values, details.site_name);
  return (
    <div className={styles.preview}>
      <p className={styles.previewTitle} lang={lang}>
        {filled.title}
      </p>
      <DocumentText sections={filled.sections} lang={lang} />
    </div>
  );
}

interface DocumentDiffProps {
  /** The version in force; undefined where it has no translation. */
  before: StaffDocumentContent | undefined;
  after: StaffDocumentContent;
}

const wholeOf = (content: StaffDocumentContent | undefined): string =>
  content === undefined ? '' : [content.title, content.description, content.text].join('\n');

const TAGS = { same: 'span', added: 'ins', removed: 'del' } as const;

export function DocumentDiff({ before, after }: DocumentDiffProps) {
  const t = useText('documents');
  const lines = diffTexts(wholeOf(before), wholeOf(after));
  const isSame = lines.every((line) => line.every(({ kind }) => kind === 'same'));
  return (
    <>
      <p className={styles.hint}>{t(isSame ? 'documents.same' : 'documents.compared')}</p>
      <div className={styles.diff} lang={after.lang}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and are made anew with every comparison
          <p key={index} data-changed={line.some(({ kind }) => kind !== 'same') || undefined}>
            {line.map(({ kind, text }, place) => {
              const Tag = TAGS[kind];
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              return <Tag key={place}>{text}</Tag>;
            })}
          </p>
        ))}
      </div>
    </>
  );
}
