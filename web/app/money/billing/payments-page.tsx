import { IconReceipt } from 'virtual:icons';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { LEDGER_PAGE_SIZE, paymentsApi } from '#contract/money/payments';
import { ProfileFrame } from '../../people/profile/profile-frame.tsx';
import { formatKopecks, formatNumber } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import { loadOwn, pageHref } from '../../platform/loading/page-loading.ts';
import type { PageHandle } from '../../platform/page-handle.ts';
import { button } from '../../ui/button.ts';
import { RetryNotice } from '../../ui/list/paged-list.tsx';
import { Pagination } from '../../ui/list/pagination.tsx';
import { useIsReplacing } from '../../ui/list/use-is-replacing.ts';
import { Notice } from '../../ui/notice.tsx';
import type { Route } from './+types/payments-page.ts';
import { LedgerRow } from './ledger-row.tsx';
import styles from './money.module.css';
import { type Refundable, RefundDialog } from './refund-dialog.tsx';
import { TopupDialog } from './topup-dialog.tsx';
import { useBillingEvents } from './use-billing-events.ts';

export const handle = { texts: ['money', 'payments', 'settings'] } satisfies PageHandle;

const PATH = '/profile/payments';

type Ledger = ResponseOf<(typeof paymentsApi)['ledger']>;

interface Loaded {
  userId: number;
  page: number;
  ledger: Ledger | null;
}

const hrefOf = (page: number): string => pageHref(PATH, page);

export async function loader(input: Route.LoaderArgs): Promise<Loaded> {
  const { viewer, page, loaded } = await loadOwn(input, hrefOf, (call, page) =>
    call(paymentsApi.ledger, { query: { page } }),
  );
  return { userId: viewer.user_id, page, ledger: loaded };
}

export default function PaymentsPage({ loaderData }: Route.ComponentProps) {
  return <Payments {...loaderData} />;
}

export function Payments({ userId, page, ledger }: Loaded) {
  const t = useText('money');
  const { revalidate } = useRevalidator();
  useBillingEvents(() => void revalidate());
  return (
    <ProfileFrame title={t('money.ledger.title')}>
      {ledger === null ? (
        <RetryNotice icon={IconReceipt} title={t('money.ledger.failed')} to={hrefOf(page)} />
      ) : (
        <>
          <Balances ledger={ledger} userId={userId} />
          <History ledger={ledger} page={page} onRefunded={() => void revalidate()} />
        </>
      )}
    </ProfileFrame>
  );
}

function Balances({
  ledger: { balance_kopecks, bonus_points, owed_points },
  userId,
}: {
  ledger: Ledger;
  userId: number;
}) {
  const t = useText('money');
  const lang = useLanguage();
  const [isPaying, setPaying] = useState(false);
  return (
    <>
      <div className={styles.purse}>
        <section className={styles.tile} aria-labelledby="balance">
          <h2 id="balance">{t('money.balance')}</h2>
          <p className={styles.sum}>{formatKopecks(lang, balance_kopecks)}</p>
          <p className={styles.hint}>{t('money.balance.text')}</p>
          <button type="button" className={button('primary')} onClick={() => setPaying(true)}>
            {t('money.topup.open')}
          </button>
        </section>
        <section className={styles.tile} aria-labelledby="bonus">
          <h2 id="bonus">{t('money.bonus')}</h2>
          <p className={styles.sum}>{formatNumber(lang, bonus_points)}</p>
          <p className={styles.hint}>{t('money.bonus.text')}</p>
          <Link to={`/user/invite_history/${userId}`} className={button('plain')}>
            {t('money.bonus.how')}
          </Link>
        </section>
      </div>
      {owed_points > 0 && <p className={styles.warning}>{t('money.owed', { count: owed_points })}</p>}
      {isPaying && <TopupDialog onClose={() => setPaying(false)} />}
    </>
  );
}

interface HistoryProps {
  ledger: Ledger;
  page: number;
  onRefunded: () => void;
}

function History({ ledger: { list, total }, page, onRefunded }: HistoryProps) {
  const t = useText('money');
  const isReplacing = useIsReplacing(PATH);
  const [refunding, setRefunding] = useState<Refundable | null>(null);
  if (total === 0) {
    return (
      <Notice
        icon={<IconReceipt size={40} stroke={1.5} />}
        title={t('money.ledger.empty')}
        text={t('money.ledger.emptyText')}
      />
    );
  }
  return (
    <section className={styles.history} aria-labelledby="history">
      <h2 id="history">{t('money.ledger.list')}</h2>
      {list.length === 0 ? (
        <p className={styles.text}>
          {t('money.ledger.past')}{' '}
          <Link to={PATH} className="link">
            {t('money.ledger.first')}
          </Link>
        </p>
      ) : (
        <ul className={styles.list} aria-busy={isReplacing}>
          {list.map((entry) => (
            <li key={entry.id}>
              <LedgerRow entry={entry} onRefund={setRefunding} />
            </li>
          ))}
        </ul>
      )}
      <Pagination current={page} count={Math.ceil(total / LEDGER_PAGE_SIZE)} hrefOf={hrefOf} />
      {refunding && <RefundDialog payment={refunding} onRefunded={onRefunded} onClose={() => setRefunding(null)} />}
    </section>
  );
}
