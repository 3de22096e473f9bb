import { IconCloudOff, IconEyeOff, IconHourglass, IconMapQuestion, IconRefresh, IconWifiOff } from 'virtual:icons';
import { type ComponentProps, useEffect, useState } from 'react';
import { isRouteErrorResponse, Link } from 'react-router';
import { formatClock } from '../../platform/format/format-clock.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../button.ts';
import { ICON_STROKE } from '../icon.ts';
import { Notice } from '../notice.tsx';
import { PageHead } from '../page/page-head.tsx';

const ART_ICON = { size: 40, stroke: 1.5 };

function ToHome() {
  const t = useText();
  return (
    <Link to="/" className={button('light')}>
      {t('frame.toHome')}
    </Link>
  );
}

function RetryButton() {
  const t = useText();
  return (
    <button type="button" className={button('plain')} onClick={() => window.location.reload()}>
      <IconRefresh size={17} stroke={ICON_STROKE} aria-hidden="true" />
      {t('frame.retry')}
    </button>
  );
}

/** What stands in place of a page; its title is that of the tab as well. */
function ErrorNotice(props: ComponentProps<typeof Notice>) {
  return (
    <>
      <PageHead title={props.title} noIndex />
      <Notice heading="h1" {...props} />
    </>
  );
}

const DEFAULT_SECONDS = 5;

/** Seconds after which a refused page may be opened again; a refusal of the server names them in its JSON. */
function waitingTime(refusal: unknown): number {
  try {
    const { retry_after } = JSON.parse(String(refusal)) as { retry_after?: unknown };
    return typeof retry_after === 'number' ? retry_after : DEFAULT_SECONDS;
  } catch {
    return DEFAULT_SECONDS;
  }
}

/** As the server's own waiting page, for navigation within the site. */
function WaitNotice({ kind, seconds }: { kind: 'busy' | 'away'; seconds: number }) {
  const t = useText();
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    const timer = setInterval(() => {
      const rest = Math.ceil((end - Date.now()) / 1000);
      setLeft(Math.max(0, rest));
      if (rest > 0) return;
      clearInterval(timer);
      window.location.reload();
    }, 250);
    return () => clearInterval(timer);
  }, [seconds]);
  return (
    <ErrorNotice
      tone="gold"
      icon={<IconHourglass {...ART_ICON} />}
      title={t(`frame.${kind}.title`)}
      text={t('frame.wait.text', { time: formatClock(left * 1000) })}
    >
      <RetryButton />
    </ErrorNotice>
  );
}

/** A page that was not loaded before the connection was lost. It opens by itself when the connection is back. */
function OfflinePage() {
  const t = useText();
  useEffect(() => {
    const reload = (): void => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return (
    <div data-not-loaded>
      <ErrorNotice
        tone="gold"
        icon={<IconWifiOff {...ART_ICON} />}
        title={t('frame.offline.title')}
        text={t('frame.offline.text')}
      >
        <ToHome />
      </ErrorNotice>
    </div>
  );
}

export function ErrorPage({ error }: { error: unknown }) {
  const t = useText();
  const [wasOnline] = useState(() => typeof navigator === 'undefined' || navigator.onLine);
  if (!wasOnline && error instanceof TypeError) return <OfflinePage />;
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (isRouteErrorResponse(error) && (status === 429 || status === 503))
    return <WaitNotice kind={status === 429 ? 'busy' : 'away'} seconds={waitingTime(error.data)} />;
  if (status === 410) {
    return (
      <ErrorNotice icon={<IconEyeOff {...ART_ICON} />} title={t('frame.gone.title')} text={t('frame.gone.text')}>
        <ToHome />
      </ErrorNotice>
    );
  }
  if (status >= 400 && status < 500) {
    return (
      <ErrorNotice
        tone="gold"
        icon={<IconMapQuestion {...ART_ICON} />}
        title={t('frame.notFound.title')}
        text={t('frame.notFound.text')}
      >
        <ToHome />
      </ErrorNotice>
    );
  }
  return (
    <ErrorNotice
      tone="berry"
      icon={<IconCloudOff {...ART_ICON} />}
      title={t('frame.crash.title')}
      text={t('frame.crash.text')}
    >
      <RetryButton />
      <ToHome />
    </ErrorNotice>
  );
}
