import { data, redirect, useNavigate, useSearchParams } from 'react-router';
import { paymentsApi } from '#contract/money/payments';
import { usersApi } from '#contract/people/users';
import { isApiError } from '../../platform/api-error.ts';
import { formatDate, formatKopecks } from '../../platform/format/format.ts';
import { hostContext } from '../../platform/host.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import type { PageHandle } from '../../platform/page-handle.ts';
import { RedirectHome } from '../../ui/frame/redirect-home.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import type { Route } from './+types/subscribe-page.ts';
import styles from './offer.module.css';
import { OfferEnded } from './offer-ended.tsx';
import { OfferHeader } from './offer-header.tsx';
import { OfferPerks } from './offer-perks.tsx';
import { PayForm } from './pay-form.tsx';
import { parsePayReturn } from './pay-return.ts';

export const handle = { texts: ['payments'] } satisfies PageHandle;

/** The id in the address grants nothing: all viewers get their own offer. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { call, viewer } = context.get(hostContext);
  const address = `/subscribe/pay/${viewer?.user_id ?? params.user_id}${url.search}`;
  if (!viewer) throw redirect(`/auth?next=${encodeURIComponent(address)}`);
  if (String(viewer.user_id) !== params.user_id) throw redirect(address);
  try {
    const [offer, { payed, payed_until }] = await Promise.all([
      call(paymentsApi.offer),
      call(usersApi.get, { params: { id: viewer.user_id } }),
    ]);
    return data({ offer, paidUntil: payed === 1 ? (payed_until ?? null) : null });
  } catch (error) {
    if (isApiError(error)) return data(null, { status: 503 });
    throw error;
  }
}

export default function SubscribePage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Offer {...loaderData} /> : <NoStatus />;
}

/** Without a known subscription status no payment is offered; the main page explains this. */
function NoStatus() {
  const t = useText('payments');
  return <RedirectHome failure={t('payments.status.loadFailed')} />;
}

function Offer({ offer, paidUntil }: NonNullable<Route.ComponentProps['loaderData']>) {
  const t = useText('payments');
  const lang = useLanguage();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const perMonth = formatKopecks(lang, Math.round(offer.price_kopecks / offer.months));
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead title={`${t('payments.page.title')} · ${t('frame.name')}`} noIndex />
      <section className={styles.sheet}>
        <OfferHeader
          title={<h1>{t('payments.modal.title')}</h1>}
          price={formatKopecks(lang, offer.price_kopecks)}
          note={t('payments.modal.inYear', { price: perMonth })}
        />
        <div className={styles.body}>
          {paidUntil && <p className={styles.paid}>{t('payments.page.paidUntil', { date: formatDate(paidUntil) })}</p>}
          <OfferEnded offer={offer} />
          <OfferPerks />
          <PayForm offer={offer} returnTo={parsePayReturn(query.get('next'))} onDecline={() => void navigate('/')} />
        </div>
      </section>
    </div>
  );
}
