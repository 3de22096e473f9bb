import { IconPrinter } from '@tabler/icons-react';
import { data, Link, useRouteLoaderData } from 'react-router';
import { readDocument } from '../people/legal/documents.server.ts';
import { formatDate } from '../platform/format/format.ts';
import { hostContext } from '../platform/host.ts';
import { useText } from '../platform/i18n.tsx';
import type { PageHandle } from '../platform/page-handle.ts';
import type { RootData } from '../platform/root-data.ts';
import { FeedbackBlock } from '../staff/feedback/feedback-block.tsx';
import { button } from '../ui/button.ts';
import { ICON_STROKE } from '../ui/icon.ts';
import { PageHead } from '../ui/page-head.tsx';
import type { Route } from './+types/document-page.ts';
import styles from './document-page.module.css';

export const handle = { show: true, lateScripts: true } satisfies PageHandle;

const CONTENTS_FROM = 4;

const BUSINESS_POLICY = 'policy-business';

export async function loader({ request, context }: Route.LoaderArgs) {
  const host = context.get(hostContext);
  const url = new URL(request.url);
  const asked =
    url.pathname
      .split('/')
      .filter(Boolean)
      .at(-1)
      ?.replace(/\.data$/, '') ?? '';
  const name = asked === 'policy' && url.searchParams.get('variant') === 'business' ? BUSINESS_POLICY : asked;
  const document = await readDocument(host, name);
  if (!document) throw data(null, { status: 404 });
  return { name, document, isSample: host.operator.isSample };
}

function OtherPolicy({ name }: { name: string }) {
  const t = useText();
  if (name === 'policy') return <Link to="/policy-business">{t('frame.document.policyBusiness')}</Link>;
  if (name === BUSINESS_POLICY) return <Link to="/policy">{t('frame.document.policyPeople')}</Link>;
  return null;
}

function anchorOf(index: number): string {
  return `part-${index + 1}`;
}

export default function DocumentPage({ loaderData }: Route.ComponentProps) {
  const { name, document, isSample } = loaderData;
  const t = useText();
  const publicUrl = useRouteLoaderData<RootData>('root')?.publicUrl ?? '';
  const { title, version, effective, description, sections } = document;
  return (
    <article className={`wrap ${styles.document}`}>
      <PageHead
        title={`${title} · ${t('frame.name')}`}
        description={description}
        canonical={`${publicUrl}/${name}`}
        type="article"
      />
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.meta}>
          <span>
            {t('frame.document.version', { version: formatDate(version) })},{' '}
            {t('frame.document.effective', { date: formatDate(effective) })}
          </span>
          <OtherPolicy name={name} />
        </p>
        <button type="button" className={`${button('plain', 'small')} ${styles.print}`} onClick={() => window.print()}>
          <IconPrinter size={17} stroke={ICON_STROKE} aria-hidden="true" />
          {t('frame.document.print')}
        </button>
        {isSample && (
          <p className={styles.sample} role="note">
            <b>{t('frame.document.sample')}</b> {t('frame.document.sampleText')}
          </p>
        )}
      </header>
      {sections.length >= CONTENTS_FROM && (
        <nav className={styles.contents} aria-labelledby="document-contents">
          <h2 id="document-contents" className={styles.contentsTitle}>
            {t('frame.contents')}
          </h2>
          <ol>
            {sections.map(({ heading }, index) => (
              <li key={heading}>
                <a href={`#${anchorOf(index)}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={styles.text}>
        {sections.map(({ heading, paragraphs, items }, index) => (
          <section key={heading} id={anchorOf(index)} aria-labelledby={`${anchorOf(index)}-title`}>
            <h2 id={`${anchorOf(index)}-title`}>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {items && (
              <ul>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
        {name === 'contacts' && <FeedbackBlock />}
      </div>
    </article>
  );
}
