import { IconCloudOff, IconEyeOff, IconMapQuestion, IconRefresh } from '@tabler/icons-react';
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

export function ErrorPage({ error }: { error: unknown }) {
  const t = useText();
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
