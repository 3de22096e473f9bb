import { IconCloudOff, IconEyeOff, IconMapQuestion, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { isRouteErrorResponse, Link } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../button.ts';
import { ICON_STROKE } from '../icon.ts';
import { Notice } from '../notice.tsx';
import { PageHead } from '../page-head.tsx';

const ART_ICON = { size: 40, stroke: 1.5 };

function ToHome() {
  const t = useText();
  return (
    <Link to="/" className={button('light')}>
      {t('frame.toHome')}
    </Link>
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
      <PageHead title={t('frame.offline.title')} noIndex />
      <Notice
        heading="h1"
        tone="gold"
        icon={<IconWifiOff {...ART_ICON} />}
        title={t('frame.offline.title')}
        text={t('frame.offline.text')}
      >
        <ToHome />
      </Notice>
    </div>
  );
}

export function ErrorPage({ error }: { error: unknown }) {
  const t = useText();
  const [wasOnline] = useState(() => typeof navigator === 'undefined' || navigator.onLine);
  if (!wasOnline && error instanceof TypeError) return <OfflinePage />;
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 410) {
    return (
      <>
        <PageHead title={t('frame.gone.title')} noIndex />
        <Notice
          heading="h1"
          icon={<IconEyeOff {...ART_ICON} />}
          title={t('frame.gone.title')}
          text={t('frame.gone.text')}
        >
          <ToHome />
        </Notice>
      </>
    );
  }
  if (status >= 400 && status < 500) {
    return (
      <>
        <PageHead title={t('frame.notFound.title')} noIndex />
        <Notice
          heading="h1"
          tone="gold"
          icon={<IconMapQuestion {...ART_ICON} />}
          title={t('frame.notFound.title')}
          text={t('frame.notFound.text')}
        >
          <ToHome />
        </Notice>
      </>
    );
  }
  return (
    <>
      <PageHead title={t('frame.crash.title')} noIndex />
      <Notice
        heading="h1"
        tone="berry"
        icon={<IconCloudOff {...ART_ICON} />}
        title={t('frame.crash.title')}
        text={t('frame.crash.text')}
      >
        <button type="button" className={button('plain')} onClick={() => window.location.reload()}>
          <IconRefresh size={17} stroke={ICON_STROKE} aria-hidden="true" />
          {t('frame.retry')}
        </button>
        <ToHome />
      </Notice>
    </>
  );
}
