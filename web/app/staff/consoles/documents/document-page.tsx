import type { DocumentName } from '@app/contract/platform/documents';
import { DEFAULT_LANGUAGE, isLang, LANGUAGE_NAMES, LANGUAGES, type Lang } from '@app/contract/platform/languages';
import type { StaffDocument, StaffDocumentContent } from '@app/contract/staff/documents';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { staffDocumentsApi } from '#contract/staff/documents';
import { formatVersion } from '../../../people/legal/format-version.ts';
import { call } from '../../../platform/call.ts';
import { formatDateTime } from '../../../platform/format/format.ts';
import { orMissing } from '../../../platform/host.ts';
import { useText } from '../../../platform/i18n.tsx';
import type { PageHandle } from '../../../platform/page-handle.ts';
import { button } from '../../../ui/button.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useLeaveGuard } from '../../../ui/form/use-leave-guard.tsx';
import { ListTabs } from '../../../ui/list/list-tabs.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { staffHost } from '../frame/staff-host.ts';
import { StaffSection } from '../frame/staff-section.tsx';
import { useStaffAction } from '../frame/use-staff-action.ts';
import { Facts } from '../table/cells.tsx';
import type { Route } from './+types/document-page.ts';
import { ContentForm } from './content-form.tsx';
import { DocumentDiff, DocumentPreview } from './document-views.tsx';
import styles from './documents.module.css';
import { PublishDialog } from './publish-dialog.tsx';

export const handle = { texts: ['admin', 'documents', 'errors'], frame: false } satisfies PageHandle;

export async function loader(input: Route.LoaderArgs) {
  const { call: callApi } = staffHost(input, 'documents.edit');
  const params = { name: input.params.name as DocumentName };
  return { document: await orMissing(callApi(staffDocumentsApi.get, { params })) };
}

const VIEWS = ['edit', 'preview', 'diff'] as const;
const EMPTY = { title: '', description: '', text: '' };

export type Edits = Partial<Record<Lang, StaffDocumentContent>>;

const inLanguage = (texts: readonly StaffDocumentContent[] | undefined, lang: Lang): StaffDocumentContent | undefined =>
  texts?.find((content) => content.lang === lang);

export default function StaffDocumentPage({ loaderData: { document } }: Route.ComponentProps) {
  const t = useText('admin', 'documents');
  const { name, texts } = document;
  return (
    <AdminPage
      title={inLanguage(texts, DEFAULT_LANGUAGE)?.title ?? name}
      actions={
        <Link to={`/${name}`} className={button('plain', 'small')}>
          {t('documents.open')}
        </Link>
      }
    >
      <p>
        <Link to="/admin/documents" className={`link ${styles.back}`}>
          {t('admin.nav.documents')}
        </Link>
      </p>
      <DocumentEditor key={name} document={document} />
      <Versions document={document} />
    </AdminPage>
  );
}

function DocumentEditor({ document }: { document: StaffDocument }) {
  const t = useText('documents');
  const [address] = useSearchParams();
  const asked = address.get('lang');
  const lang = isLang(asked) ? asked : DEFAULT_LANGUAGE;
  const view = VIEWS.find((one) => one === address.get('view')) ?? 'edit';
  // What was typed and is not saved yet, so that it outlives a look at another language.
  const [edits, setEdits] = useState<Edits>({});
  const [filled, setFilled] = useState(0);
  const guard = useLeaveGuard(Object.keys(edits).length > 0, useRef(false), {
    question: t('documents.leave'),
    loss: t('documents.leaveText'),
    verb: t('documents.leaveVerb'),
  });

  const inForce = inLanguage(document.texts, lang);
  const saved = inLanguage(document.draft?.texts, lang);
  const content = edits[lang] ?? saved ?? inForce ?? { lang, ...EMPTY };
  const hrefOf = (next: { lang?: Lang; view?: string }): string =>
    `?${new URLSearchParams({ lang: next.lang ?? lang, view: next.view ?? view })}`;
  const change = (next: StaffDocumentContent | undefined): void =>
    setEdits(({ [lang]: _, ...others }) => (next === undefined ? others : { ...others, [lang]: next }));
  const takeProduct = (): void => {
    change(inLanguage(document.product?.texts, lang));
    setFilled((count) => count + 1);
  };
  return (
    <StaffSection title={t('documents.text')}>
      <Status document={document} onTakeProduct={takeProduct} />
      <ListTabs
        label={t('documents.languages')}
        tabs={LANGUAGES.map((one) => ({
          to: hrefOf({ lang: one }),
          text: `${LANGUAGE_NAMES[one]}${edits[one] ? ' *' : ''}`,
          count: null,
          isCurrent: one === lang,
        }))}
      />
      <ListTabs
        label={t('documents.views')}
        tabs={VIEWS.map((one) => ({
          to: hrefOf({ view: one }),
          text: t(`documents.view.${one}`),
          count: null,
          isCurrent: one === view,
        }))}
      />
      {view === 'edit' && (
        <ContentForm
          key={`${lang} ${filled}`}
          document={document}
          content={content}
          isInDraft={saved !== undefined}
          onChange={change}
        />
      )}
      {view === 'preview' && <DocumentPreview document={document} content={content} />}
      {view === 'diff' && <DocumentDiff before={inForce} after={content} />}
      <DraftActions document={document} hasUnsaved={Object.keys(edits).length > 0} onDiscarded={() => setEdits({})} />
      {guard}
    </StaffSection>
  );
}

function Status({ document, onTakeProduct }: { document: StaffDocument; onTakeProduct: () => void }) {
  const t = useText('documents');
  const { number, version, published, is_own, draft, product } = document;
  return (
    <>
      <Facts
        facts={[
          [
            t('documents.inForce'),
            `${formatVersion(version)}, ${t(is_own === 1 ? 'documents.own' : 'documents.product')}`,
          ],
          [t('documents.published'), formatDateTime(published)],
          [t('documents.draft'), draft && `${formatDateTime(draft.saved)} ${draft.saved_by}`],
        ]}
      />
      {draft !== null && draft.based_on !== number && (
        <p className={styles.note} role="note">
          {t('documents.outdated')}
        </p>
      )}
      {product !== null && (
        <p className={styles.note} role="note">
          {t('documents.productText', { version: formatVersion(product.version) })}{' '}
          <button type="button" className={button('plain', 'small')} onClick={onTakeProduct}>
            {t('documents.takeProduct')}
          </button>
        </p>
      )}
    </>
  );
}

interface DraftActionsProps {
  document: StaffDocument;
  hasUnsaved: boolean;
  onDiscarded: () => void;
}

function DraftActions({ document, hasUnsaved, onDiscarded }: DraftActionsProps) {
  const t = useText('documents');
  const [asks, setAsks] = useState<'publish' | 'discard'>();
  const { isSending, run } = useStaffAction();
  const { name, draft } = document;
  const close = (): void => setAsks(undefined);
  if (draft === null) return <p className={styles.hint}>{t('documents.noDraft')}</p>;
  const discard = (): void =>
    void run(async () => {
      await call(staffDocumentsApi.discardDraft, { params: { name }, query: { revision: draft.revision } });
      close();
      onDiscarded();
      return t('documents.discarded');
    });
  return (
    <div className={styles.actions}>
      <button type="button" className={button('primary')} disabled={hasUnsaved} onClick={() => setAsks('publish')}>
        {t('documents.publish')}
      </button>
      <button type="button" className={button('plain')} onClick={() => setAsks('discard')}>
        {t('documents.discard')}
      </button>
      {hasUnsaved && <span className={styles.hint}>{t('documents.saveFirst')}</span>}
      {asks === 'publish' && <PublishDialog document={document} draft={draft} onClose={close} />}
      {asks === 'discard' && (
        <ConfirmDialog
          question={t('documents.discardQuestion')}
          verb={t('documents.discard')}
          isSending={isSending}
          onConfirm={discard}
          onClose={close}
        >
          {t('documents.discardText')}
        </ConfirmDialog>
      )}
    </div>
  );
}

function Versions({ document: { name, versions } }: { document: StaffDocument }) {
  const t = useText('documents');
  return (
    <StaffSection title={t('documents.versions')}>
      <ol className={styles.versions}>
        {versions.map(({ number, version, published, is_own, asks, changes }) => (
          <li key={number}>
            <Link to={`/${name}/${version}`} className="link">
              {formatVersion(version)}
            </Link>{' '}
            <small>
              {[
                t(is_own === 1 ? 'documents.own' : 'documents.product'),
                is_own === 1 && formatDateTime(published),
                asks === 1 && t('documents.asked'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
            {changes !== '' && <p>{changes}</p>}
          </li>
        ))}
      </ol>
    </StaffSection>
  );
}
