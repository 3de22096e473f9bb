import { IconReceipt, IconReceiptRefund, IconSparkles } from 'virtual:icons';
import type { Subscription } from '@app/contract/money/payments';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { paymentsApi } from '#contract/money/payments';
import { ProfileFrame } from '../../people/profile/profile-frame.tsx';
import { formatDate, formatKopecks } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { loadOwn } from '../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { RetryNotice } from '../../ui/list/paged-list.tsx';
import { Section } from '../../ui/section.tsx';
import type { Route } from './+types/subscription-page.ts';
import { AutopaySection } from './autopay-section.tsx';
import { CardSection } from './card-section.tsx';
import { daysTill } from './days-till.ts';
import styles from './money.module.css';
import { RefundDialog } from './refund-dialog.tsx';
import { SubscriptionStatus } from './subscription-status.tsx';
import { useBillingEvents } from './use-billing-events.ts';

export const handle = { texts: ['money', 'payments', 'settings'] } satisfies PageHandle;

const PATH = '/profile/subscription';

interface Loaded {
  userId: number;
  daysLeft: number;
  subscription: Subscription | null;
}

export async function loader(input: Route.LoaderArgs): Promise<Loaded> {
  const { viewer, loaded } = await loadOwn(input, PATH, (call) => call(paymentsApi.subscription));
  return { userId: viewer.user_id, subscription: loaded, daysLeft: daysTill(loaded?.until ?? null, Date.now()) };
}

export default function SubscriptionPage({ loaderData: { userId, subscription, daysLeft } }: Route.ComponentProps) {
  const t = useText('money');
  return (
    <ProfileFrame title={t('money.subscription.title')}>
      {subscription === null ? (
        <RetryNotice icon={IconSparkles} title={t('money.subscription.failed')} to={PATH} />
      ) : (
        <OwnSubscription known={subscription} userId={userId} daysLeft={daysLeft} />
      )}
    </ProfileFrame>
  );
}

interface OwnSubscriptionProps {
  known: Subscription;
  userId: number;
  daysLeft: number;
}

export function OwnSubscription({ known, userId, daysLeft }: OwnSubscriptionProps) {
  const t = useText('money');
  const [latest, setLatest] = useState({ known, subscription: known });
  const { revalidate } = useRevalidator();
  useBillingEvents(() => void revalidate());
  // Reloaded data take precedence over the response to the last press.
  const subscription = latest.known === known ? latest.subscription : known;
  /** Reloads afterwards, because a load that was running during the press may contain the old state. */
  const change = (next: Subscription): void => {
    setLatest({ known, subscription: next });
    void revalidate();
  };
  const { state, method } = subscription;
  return (
    <>
      <SubscriptionStatus subscription={subscription} userId={userId} daysLeft={daysLeft} />
      {(state !== 'none' || method) && <AutopaySection subscription={subscription} onChange={change} />}
      {method && <CardSection title={method.title} onChange={change} />}
      {subscription.refund && <RefundSection refund={subscription.refund} onRefunded={() => void revalidate()} />}
      <p className={styles.more}>
        <Link to="/profile/payments" className={button('quiet')}>
          <IconReceipt size={20} stroke={ICON_STROKE} aria-hidden="true" />
          {t('money.ledger.open')}
        </Link>
      </p>
    </>
  );
}

interface RefundSectionProps {
  refund: NonNullable<Subscription['refund']>;
  onRefunded: () => void;
}

/** A year in which the subscription was not used is refunded in full. */
function RefundSection({ refund: { payment_id, amount_kopecks, until }, onRefunded }: RefundSectionProps) {
  const t = useText('money');
  const lang = useLanguage();
  const [isAsked, setAsked] = useState(false);
  return (
    <Section isLoose icon={IconReceiptRefund} title={t('money.refund.title')}>
      <p className={styles.text}>
        {t('money.refund.text', { date: formatDate(until), amount: formatKopecks(lang, amount_kopecks) })}
      </p>
      <button type="button" className={button('plain')} onClick={() => setAsked(true)}>
        {t('money.refund.open')}
      </button>
      {isAsked && (
        <RefundDialog
          payment={{ paymentId: payment_id, kind: 'subscription', kopecks: amount_kopecks }}
          onRefunded={onRefunded}
          onClose={() => setAsked(false)}
        />
      )}
    </Section>
  );
}
