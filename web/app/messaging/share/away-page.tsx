import { IconAlertTriangle, IconExternalLink, IconLinkOff, IconLockOpen } from 'virtual:icons';
import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import type { Route } from './+types/away-page.ts';
import { parseAwayAddress } from './away-address.ts';
import styles from './away-page.module.css';

export const handle = { texts: ['share'], footer: false } satisfies PageHandle;

export function loader({ url }: Route.LoaderArgs) {
  return parseAwayAddress(url.searchParams.get('to'));
}

const ICON = { size: 20, stroke: ICON_STROKE, 'aria-hidden': true } as const;

/** Goes back to the page with the link; a new tab has no history. */
function BackLink() {
  const t = useText('share');
  const navigate = useNavigate();
  function handleClick(event: MouseEvent): void {
    if (window.history.length < 2) return;
    event.preventDefault();
    void navigate(-1);
  }
  return (
    <Link to="/" className={button('plain')} onClick={handleClick}>
      {t('share.away.back')}
    </Link>
  );
}

export default function AwayPage({ loaderData: away }: Route.ComponentProps) {
  const t = useText('share');
  if (away === null) {
    return (
      <div className="wrap">
        <PageHead title={`${t('share.away.bad')} · ${t('frame.name')}`} noIndex />
        <Notice
          heading="h1"
          tone="berry"
          icon={<IconLinkOff size={40} stroke={1.5} />}
          title={t('share.away.bad')}
          text={t('share.away.badText')}
        >
          <BackLink />
        </Notice>
      </div>
    );
  }
  return (
    <div className="wrap">
      <PageHead title={`${t('share.away.title')} · ${t('frame.name')}`} noIndex />
      <section className={`card ${styles.sheet}`} aria-labelledby="away-title">
        <h1 id="away-title">{t('share.away.title')}</h1>
        <dl className={styles.site}>
          <dt>{t('share.away.host')}</dt>
          <dd className={styles.host}>{away.host}</dd>
          <dt>{t('share.away.address')}</dt>
          <dd className={styles.address}>{away.href}</dd>
        </dl>
        {away.isOdd && (
          <p className={styles.warning}>
            <IconAlertTriangle {...ICON} />
            {t('share.away.odd', { host: away.host })}
          </p>
        )}
        {!away.isSecure && (
          <p className={styles.warning}>
            <IconLockOpen {...ICON} />
            {t('share.away.open')}
          </p>
        )}
        <p className="dim">{t('share.away.text')}</p>
        <div className={styles.actions}>
          <BackLink />
          <a href={away.href} rel="noopener noreferrer nofollow" className={button('primary')}>
            <IconExternalLink {...ICON} />
            {t('share.away.go')}
          </a>
        </div>
      </section>
    </div>
  );
}
