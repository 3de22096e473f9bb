import { IconArrowBackUp, IconLinkOff, IconLockCheck } from 'virtual:icons';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { contactsApi } from '#contract/people/contacts';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { usePhoneFormat } from '../../platform/format/phone.tsx';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { showSignOutReason } from '../../platform/signed-out.ts';
import { button } from '../../ui/button.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import type { Route } from './+types/revert-contact-page.ts';

export const handle = { texts: ['settings'] } satisfies PageHandle;

export async function loader({ context, url }: Route.LoaderArgs) {
  const token = url.searchParams.get('token') ?? '';
  if (token === '') return null;
  try {
    return await context.get(hostContext).call(contactsApi.revertible, { query: { token } });
  } catch (error) {
    if (isApiError(error) && error.status < 500) return null;
    throw error;
  }
}

const ART_ICON = { size: 40, stroke: 1.5 };

/**
 * Target of the link in the email about a changed contact. Opening it changes nothing, because link scanners open it,
 * too.
 */
export default function RevertContactPage({ loaderData }: Route.ComponentProps) {
  const t = useText('settings');
  const shown = usePhoneFormat(loaderData?.value ?? '');
  const [query] = useSearchParams();
  const [step, setStep] = useState<'asking' | 'done' | 'broken'>(loaderData === null ? 'broken' : 'asking');
  const { isSending, submit } = useSubmit({
    onError(error) {
      showSignOutReason(false);
      if (!isApiError(error) || error.status !== 404) return false;
      setStep('broken');
      return true;
    },
  });
  const page = (notice: ReactNode) => (
    <div className="wrap">
      <PageHead title={`${t('settings.takeback.title')} · ${t('frame.name')}`} noIndex />
      {notice}
    </div>
  );
  const revert = (): Promise<void> =>
    submit(async () => {
      showSignOutReason();
      await call(contactsApi.revert, { body: { token: query.get('token') ?? '' } });
      setStep('done');
    });

  if (step === 'done') {
    return page(
      <Notice
        heading="h1"
        icon={<IconLockCheck {...ART_ICON} />}
        title={t('settings.takeback.done')}
        text={t('settings.takeback.doneText')}
      >
        {/* A full page load, because this document still assumes a session. */}
        <a href="/recovery" className={button('primary')}>
          {t('settings.takeback.recover')}
        </a>
      </Notice>,
    );
  }
  if (step === 'broken' || loaderData === null) {
    return page(
      <Notice
        heading="h1"
        tone="gold"
        icon={<IconLinkOff {...ART_ICON} />}
        title={t('settings.takeback.broken')}
        text={t('settings.takeback.brokenText')}
      >
        <Link to="/contacts" className={button('plain')}>
          {t('frame.footer.contacts')}
        </Link>
      </Notice>,
    );
  }
  const { kind } = loaderData;
  return page(
    <Notice
      heading="h1"
      icon={<IconArrowBackUp {...ART_ICON} />}
      title={t(`settings.takeback.${kind}.question`, { value: shown })}
      text={t('settings.takeback.text')}
    >
      <button type="button" className={button('danger')} aria-busy={isSending} onClick={() => void revert()}>
        {t('settings.takeback.confirm')}
      </button>
      <Link to="/" className={button('plain')}>
        {t('settings.takeback.keep')}
      </Link>
    </Notice>,
  );
}
