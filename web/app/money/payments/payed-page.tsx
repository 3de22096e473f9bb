import { IconCheck, IconClock, IconCreditCardOff, IconLogin2 } from 'virtual:icons';
import { useEffect, useState } from 'react';
import { Link, redirect } from 'react-router';
import { PAYED_REDIRECT_MS } from '#contract/money/payments';
import { formatDate } from '../../platform/format/format.ts';
import { hostContext } from '../../platform/host.ts';
import { useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import type { Route } from './+types/payed-page.ts';
import styles from './offer.module.css';
import { readPayReturn, rememberPayReturn } from './pay-return.ts';
import { usePaymentCheck } from './use-payment-check.ts';

export const handle = { texts: ['payments'] } satisfies PageHandle;

export function loader({ context, params }: Route.LoaderArgs): { userId: number | null } {
  const viewer = context.get(hostContext).viewer;
  if (viewer && String(viewer.user_id) !== params.user_id) throw redirect(`/subscribe/payed/${viewer.user_id}`);
  return { userId: viewer?.user_id ?? null };
}

/** Return page of the payment provider. Opening this page proves nothing: the server asks the provider. */
export default function PayedPage({ loaderData: { userId }, params }: Route.ComponentProps) {
  const t = useText('payments');
  return (
    <div className="wrap">
      <PageHead title={`${t('payments.page.title')} · ${t('frame.name')}`} noIndex />
      {userId === null ? (
        <Notice
          heading="h1"
          icon={<IconLogin2 size={40} stroke={1.5} />}
          title={t('payments.signedOut.title')}
          text={t('payments.signedOut.text')}
        >
          <Link
            to={`/auth?next=${encodeURIComponent(`/subscribe/payed/${params.user_id}`)}`}
            className={button('primary')}
          >
            {t('frame.signIn')}
          </Link>
        </Notice>
      ) : (
        <PaymentState userId={userId} />
      )}
    </div>
  );
}

function PaymentState({ userId }: { userId: number }) {
  const t = useText('payments');
  const { state, kind, paidUntil, check } = usePaymentCheck(userId);
  const isTopup = kind === 'topup';
  const [remembered] = useState(readPayReturn);
  const back = isTopup ? null : remembered;
  const home = back ?? (isTopup ? '/profile/payments' : '/');
  useEffect(() => {
    if (state !== 'paid') return;
    rememberPayReturn(null);
    // A full page load, because everything may differ for a subscriber.
    const timer = setTimeout(() => window.location.assign(home), PAYED_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [state, home]);

  switch (state) {
    case 'paid':
      return (
        <div role="status">
          <Notice
            heading="h1"
            icon={<IconCheck size={44} stroke={2} />}
            title={t(isTopup ? 'payments.topup.success' : 'payments.success.title')}
            text={t(isTopup ? 'payments.topup.next' : back ? 'payments.success.back' : 'payments.success.text')}
          >
            {paidUntil && !isTopup && (
              <p className={styles.until}>{t('payments.success.until', { date: formatDate(paidUntil) })}</p>
            )}
            <a href={home} className={button('primary')}>
              {t(isTopup ? 'payments.topup.open' : back ? 'payments.success.go' : 'payments.success.home')}
            </a>
          </Notice>
        </div>
      );
    case 'unpaid':
      return (
        <div role="alert">
          <Notice
            heading="h1"
            tone="berry"
            icon={<IconCreditCardOff size={40} stroke={1.5} />}
            title={t('payments.unpaid.title')}
            text={t('payments.unpaid.text')}
          >
            <Link
              to={isTopup ? home : `/subscribe/pay/${userId}${back ? `?next=${back}` : ''}`}
              className={button('primary')}
            >
              {t('payments.unpaid.retry')}
            </Link>
            <Link to="/" className={button('plain')}>
              {t('frame.toHome')}
            </Link>
          </Notice>
        </div>
      );
    case 'late':
    case 'waiting':
      return (
        <div role="status" aria-busy={state === 'waiting'}>
          <Notice
            heading="h1"
            tone="gold"
            icon={<IconClock size={40} stroke={1.5} />}
            title={t('payments.waiting.title')}
            text={t(
              state === 'waiting' ? 'payments.waiting.text' : isTopup ? 'payments.topup.late' : 'payments.waiting.late',
            )}
          >
            {state === 'late' && (
              <button type="button" className={button('primary')} onClick={check}>
                {t('payments.waiting.check')}
              </button>
            )}
          </Notice>
        </div>
      );
    default:
      return state satisfies never;
  }
}
