import { IconArrowBackUp, IconLinkOff, IconLockCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { contactsApi } from '#contract/people/contacts';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { formatPhone } from '../../platform/format.ts';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { keepLastWord } from '../../platform/session-over.ts';
import { button } from '../../ui/button.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import type { Route } from './+types/take-back-page.ts';

export const handle = { texts: ['settings'] } satisfies PageHandle;

export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  if (token === '') return null;
  try {
    return await context.get(hostContext).call(contactsApi.returnable, { query: { token } });
  } catch (error) {
    if (isApiError(error) && error.status < 500) return null;
    throw error;
  }
}

const SPOT = { size: 40, stroke: 1.5 };

/** Where the link of a letter about a changed contact leads. Opening it changes nothing: programs that look at links open them too. */
export default function TakeBackPage({ loaderData }: Route.ComponentProps) {
  const t = useText('settings');
  const [query] = useSearchParams();
  const [step, setStep] = useState<'asking' | 'done' | 'broken'>(loaderData === null ? 'broken' : 'asking');
  const { isSending, submit } = useSubmit({
    onRefusal(error) {
      keepLastWord(false);
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
  const takeBack = (): Promise<void> =>
    submit(async () => {
      keepLastWord();
      await call(contactsApi.takeBack, { body: { token: query.get('token') ?? '' } });
      setStep('done');
    });

  if (step === 'done') {
    return page(
      <Notice
        heading="h1"
        icon={<IconLockCheck {...SPOT} />}
        title={t('settings.takeback.done')}
        text={t('settings.takeback.doneText')}
      >
        {/* A new document: this one still believes that somebody is signed in. */}
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
        icon={<IconLinkOff {...SPOT} />}
        title={t('settings.takeback.broken')}
        text={t('settings.takeback.brokenText')}
      >
        <Link to="/contacts" className={button('plain')}>
          {t('frame.footer.contacts')}
        </Link>
      </Notice>,
    );
  }
  const { kind, value } = loaderData;
  return page(
    <Notice
      heading="h1"
      icon={<IconArrowBackUp {...SPOT} />}
      title={t(`settings.takeback.${kind}.question`, { value: kind === 'phone' ? formatPhone(value) : value })}
      text={t('settings.takeback.text')}
    >
      <button type="button" className={button('danger')} aria-busy={isSending} onClick={() => void takeBack()}>
        {t('settings.takeback.confirm')}
      </button>
      <Link to="/" className={button('plain')}>
        {t('settings.takeback.keep')}
      </Link>
    </Notice>,
  );
}
