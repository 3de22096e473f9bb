import { IconBan, IconEyeOff, IconLock, IconMapQuestion, IconUserOff } from 'virtual:icons';
import type { User } from '@app/contract/people/users';
import { useState } from 'react';
import { Link } from 'react-router';
import { circleApi } from '#contract/people/circle';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { toast } from '../../ui/toast/toast.ts';

const ART_ICON = { size: 40, stroke: 1.5 };
const ICONS = { gone: IconUserOff, suspended: IconLock, notFound: IconMapQuestion };

export function PersonMissing({ reason }: { reason: keyof typeof ICONS }) {
  const t = useText('person');
  const ReasonIcon = ICONS[reason];
  const title = t(`person.${reason}.title`);
  return (
    <div className="wrap">
      <PageHead title={title} noIndex />
      <Notice
        heading="h1"
        {...(reason !== 'gone' && { tone: 'gold' })}
        icon={<ReasonIcon {...ART_ICON} />}
        title={title}
        text={t(`person.${reason}.text`)}
      >
        <Link to="/" className={button('light')}>
          {t('frame.toHome')}
        </Link>
      </Notice>
    </div>
  );
}

function Unblock({ person, onDone }: { person: User; onDone: () => void }) {
  const t = useText('person');
  const [isSending, setSending] = useState(false);
  async function unblock(): Promise<void> {
    setSending(true);
    try {
      await call(circleApi.unblock, { params: { id: person.id } });
      toast.success(t('person.unblocked'));
      onDone();
    } catch (error) {
      if (!isApiError(error)) throw error;
      toast.error(error.body.message || t('frame.error.generic'));
    } finally {
      setSending(false);
    }
  }
  return (
    <button type="button" className={button('primary')} disabled={isSending} onClick={() => void unblock()}>
      {t('person.unblock')}
    </button>
  );
}

/** One of the two blocked the other. The viewer can lift the own block and is not told about the other's. */
export function PersonUnavailable({ person, onUnblocked }: { person: User; onUnblocked: () => void }) {
  const t = useText('person');
  const name = `${person.firstname} ${person.lastname}`.trim();
  const isMine = person.blocked === 1;
  return (
    <div className="wrap">
      <PageHead title={`${name} · ${t('frame.name')}`} noIndex />
      <Notice
        heading="h1"
        tone={isMine ? 'berry' : 'gold'}
        icon={isMine ? <IconBan {...ART_ICON} /> : <IconEyeOff {...ART_ICON} />}
        title={isMine ? t('person.blocked.title', { name }) : t('person.unavailable.title')}
        text={isMine ? t('person.blocked.text') : t('person.unavailable.text', { name })}
      >
        {isMine ? (
          <>
            <Unblock person={person} onDone={onUnblocked} />
            <Link to="/profile/privacy#blocked" className={button('plain')}>
              {t('person.blocked.list')}
            </Link>
          </>
        ) : (
          <Link to="/" className={button('light')}>
            {t('frame.toHome')}
          </Link>
        )}
      </Notice>
    </div>
  );
}
