import { IconPrinter } from 'virtual:icons';
import type { DocumentName } from '@app/contract/platform/documents';
import { Link, useRouteLoaderData } from 'react-router';
import { documentsApi, type ShownDocument } from '#contract/people/documents';
import { anchorOf, DocumentText } from '../people/legal/document-text.tsx';
import { formatVersion } from '../people/legal/format-version.ts';
import { formatDate } from '../platform/format/format.ts';
import { hostContext, orMissing } from '../platform/host.ts';
import { useLanguage, useText } from '../platform/i18n.tsx';
import type { PageHandle } from '../platform/page-handle.ts';
import type { RootData } from '../platform/root-data.ts';
import { FeedbackBlock } from '../staff/feedback/feedback-block.tsx';
import { button } from '../ui/button.ts';
import { ICON_STROKE } from '../ui/icon.ts';
import { PageHead } from '../ui/page/page-head.tsx';
import type { Route } from './+types/document-page.ts';
import styles from './document-page.module.css';

export const handle = { texts: ['legal'], show: true, lateScripts: 'needed' } satisfies PageHandle;

const CONTENTS_FROM = 4;

const BUSINESS_POLICY = 'policy-business';

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { call } = context.get(hostContext);
  const { pathname, searchParams } = url;
  const [asked = ''] = pathname.split('/').filter(Boolean);
  const path = asked.replace(/\.data$/, '');
  const name = path === 'policy' && searchParams.get('variant') === 'business' ? BUSINESS_POLICY : path;
  const { version } = params as { version?: string };
  return orMissing(call(documentsApi.get, { params: { name: name as DocumentName }, query: { version } }));
}

function OtherPolicy({ name }: { name: string }) {
  const t = useText();
  if (name === 'policy') return <Link to="/policy-business">{t('frame.document.policyBusiness')}</Link>;
  if (name === BUSINESS_POLICY) return <Link to="/policy">{t('frame.document.policyPeople')}</Link>;
  return null;
}

export default function DocumentPage({ loaderData: document }: Route.ComponentProps) {
  const { name, version, lang, title, description, sections, changes, replaced } = document;
  const t = useText('legal');
  const publicUrl = useRouteLoaderData<RootData>('root')?.publicUrl ?? '';
  const isOld = replaced !== null;
  return (
    <article className={`wrap ${styles.document}`}>
      <PageHead
        title={`${title} · ${t('frame.name')}`}
        description={description}
        canonical={`${publicUrl}/${name}${isOld ? `/${version}` : ''}`}
        noIndex={isOld}
        type="article"
      />
      <DocumentHeader document={document} />
      {sections.length >= CONTENTS_FROM && (
        <nav className={styles.contents} aria-labelledby="document-contents">
          <h2 id="document-contents" className={styles.contentsTitle}>
            {t('frame.contents')}
          </h2>
          <ol lang={lang}>
            {sections.map(
              ({ heading }, index) =>
                heading !== '' && (
                  // biome-ignore lint/suspicious/noArrayIndexKey: headings may repeat, and sections do not move
                  <li key={index}>
                    <a href={`#${anchorOf(index)}`}>{heading}</a>
                  </li>
                ),
            )}
          </ol>
        </nav>
      )}
      <div className={styles.body}>
        {changes !== '' && (
          <section className={styles.changes} aria-labelledby="document-changes">
            <h2 id="document-changes">{t('legal.changes')}</h2>
            <p>{changes}</p>
          </section>
        )}
        <DocumentText sections={sections} lang={lang}>
          {name === 'contacts' && <FeedbackBlock />}
        </DocumentText>
        <Versions document={document} />
      </div>
    </article>
  );
}

function DocumentHeader({ document }: { document: ShownDocument }) {
  const { name, title, version, effective, lang, replaced, is_sample } = document;
  const t = useText('legal');
  const language = useLanguage();
  return (
    <header className={styles.head}>
      <h1 className={styles.title} lang={lang}>
        {title}
      </h1>
      <p className={styles.meta}>
        <span>
          {t('frame.document.version', { version: formatVersion(version) })},{' '}
          {replaced === null
            ? t('frame.document.effective', { date: formatDate(effective) })
            : t('legal.period', { from: formatDate(effective), to: formatDate(replaced) })}
        </span>
        {replaced === null && <OtherPolicy name={name} />}
      </p>
      <button type="button" className={`${button('plain', 'small')} ${styles.print}`} onClick={() => window.print()}>
        <IconPrinter size={17} stroke={ICON_STROKE} aria-hidden="true" />
        {t('frame.document.print')}
      </button>
      {replaced !== null && (
        <p className={styles.note} role="note">
          {t('legal.old')} <Link to={`/${name}`}>{t('legal.toCurrent')}</Link>
        </p>
      )}
      {lang !== language && (
        <p className={styles.note} role="note">
          {t('legal.untranslated')}
        </p>
      )}
      {is_sample === 1 && (
        <p className={styles.note} role="note">
          <b>{t('frame.document.sample')}</b> {t('frame.document.sampleText')}
        </p>
      )}
    </header>
  );
}

function Versions({ document: { name, version, versions } }: { document: ShownDocument }) {
  const t = useText('legal');
  if (versions.length < 2) return null;
  return (
    <section className={styles.versions} aria-labelledby="document-versions">
      <h2 id="document-versions">{t('legal.versions')}</h2>
      <ol>
        {versions.map((one, index) => (
          <li key={one.version}>
            <Link
              to={index === 0 ? `/${name}` : `/${name}/${one.version}`}
              aria-current={one.version === version ? 'page' : undefined}
            >
              {t('frame.document.version', { version: formatVersion(one.version) })}
            </Link>
            {index === 0 && <span>{t('legal.inForce')}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
