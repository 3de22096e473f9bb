import type { Advertiser, PromotionDays, PromotionKind, PromotionTariff } from '@app/contract/market/promotion';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { isInn } from '@app/contract/platform/inn';
import { IconTrendingUp, IconWallet } from '@tabler/icons-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { ADVERTISER_MAX, ERID, ERID_MAX, PROMOTION_KINDS, promotionApi } from '#contract/market/promotion';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { formatDateTime, formatKopecks } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import type { TextKey } from '../../platform/texts.ts';
import { button } from '../../ui/button.ts';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import { AdCard } from '../ads/ad-card.tsx';
import { toCard } from '../ads/to-card.ts';
import styles from './promotion.module.css';
import { type Balance, bonusFor, type Quote, quote } from './quote.ts';

type Offer = ResponseOf<typeof promotionApi.offer>;
type AdvertField = keyof Advertiser;

const ADVERT_FIELDS: readonly AdvertField[] = ['advertiser', 'inn', 'erid'];
const MAX_LENGTH: Record<AdvertField, number> = { advertiser: ADVERTISER_MAX, inn: 20, erid: ERID_MAX };
const USUAL_DAYS: PromotionDays = 3;

function findProblems({ advertiser, inn, erid }: Advertiser): Partial<Record<AdvertField, TextKey<'promotion'>>> {
  return {
    ...(advertiser.trim() === '' && { advertiser: 'promotion.advert.required' }),
    ...(!isInn(inn.replace(/\s/g, '')) && { inn: 'promotion.advert.innWrong' }),
    ...(!ERID.test(erid.trim()) && { erid: 'promotion.advert.eridWrong' }),
  };
}

function KindChoice({
  offer,
  value,
  onChange,
}: {
  offer: Offer;
  value: PromotionKind;
  onChange: (kind: PromotionKind) => void;
}) {
  const t = useText('promotion');
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>{t('promotion.kind')}</legend>
      {PROMOTION_KINDS.map((kind) => {
        const running = offer.promotions.find((one) => one.kind === kind && one.state === 'running');
        const isOffered = offer.tariffs.some((tariff) => tariff.kind === kind);
        return (
          <label key={kind} className={styles.kind}>
            <input
              type="radio"
              name={name}
              value={kind}
              checked={kind === value}
              disabled={running !== undefined || !isOffered}
              aria-describedby={`${name}-${kind}`}
              onChange={() => onChange(kind)}
            />
            <span>
              {t(`promotion.kind.${kind}`)}
              <small id={`${name}-${kind}`}>
                {running
                  ? t('promotion.runsUntil', { moment: formatDateTime(running.ends) })
                  : t(isOffered ? `promotion.kind.${kind}.text` : 'promotion.notOffered')}
              </small>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

function TermChoice({
  tariffs,
  value,
  onChange,
}: {
  tariffs: readonly PromotionTariff[];
  value: PromotionTariff | undefined;
  onChange: (days: PromotionDays) => void;
}) {
  const t = useText('promotion');
  const lang = useLanguage();
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>{t('promotion.term')}</legend>
      <div className={styles.terms}>
        {tariffs.map(({ days, price_kopecks }) => (
          <label key={days} className={styles.term}>
            <input
              type="radio"
              name={name}
              value={days}
              checked={days === value?.days}
              onChange={() => onChange(days)}
            />
            <span>
              {days === 1 ? t('promotion.once') : t('promotion.days', { days })}
              <b>{formatKopecks(lang, price_kopecks)}</b>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Advertiser data that the law requires of businesses. */
function AdvertFields({
  advert,
  problems,
  onChange,
}: {
  advert: Advertiser;
  problems: Partial<Record<AdvertField, string>>;
  onChange: (advert: Advertiser) => void;
}) {
  const t = useText('promotion');
  const id = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>{t('promotion.advert')}</legend>
      <p className={styles.hint}>{t('promotion.advert.why')}</p>
      {ADVERT_FIELDS.map((field) => (
        <div key={field} className={styles.field}>
          <label htmlFor={`${id}-${field}`}>{t(`promotion.advert.${field}`)}</label>
          <input
            id={`${id}-${field}`}
            name={field}
            value={advert[field]}
            maxLength={MAX_LENGTH[field]}
            inputMode={field === 'inn' ? 'numeric' : undefined}
            autoComplete={field === 'advertiser' ? 'organization' : 'off'}
            spellCheck={field === 'advertiser' ? undefined : false}
            aria-describedby={`${id}-${field}-problem`}
            aria-invalid={problems[field] !== undefined || undefined}
            onChange={({ currentTarget }) => onChange({ ...advert, [field]: currentTarget.value })}
          />
          <p id={`${id}-${field}-problem`} role="alert" className={styles.problem}>
            {problems[field]}
          </p>
        </div>
      ))}
    </fieldset>
  );
}

function Sum({ price, parts, balance }: { price: number; parts: Quote; balance: Balance }) {
  const t = useText('promotion');
  const lang = useLanguage();
  return (
    <>
      <dl className={styles.sum}>
        {parts.bonusKopecks > 0 && (
          <>
            <div>
              <dt>{t('promotion.sum.price')}</dt>
              <dd>{formatKopecks(lang, price)}</dd>
            </div>
            <div>
              <dt>{t('promotion.sum.bonus')}</dt>
              <dd>−{formatKopecks(lang, parts.bonusKopecks)}</dd>
            </div>
          </>
        )}
        <div className={styles.total}>
          <dt>{t('promotion.sum.balance')}</dt>
          <dd>{formatKopecks(lang, parts.balanceKopecks)}</dd>
        </div>
        <div>
          <dt>{t('promotion.sum.held')}</dt>
          <dd>{formatKopecks(lang, balance.balanceKopecks)}</dd>
        </div>
      </dl>
      {parts.missingKopecks > 0 && (
        <p className={styles.missing}>{t('promotion.missing', { sum: formatKopecks(lang, parts.missingKopecks) })}</p>
      )}
    </>
  );
}

export function PromotionForm({ offer, balance }: { offer: Offer; balance: Balance }) {
  const t = useText('promotion');
  const lang = useLanguage();
  const form = useRef<HTMLFormElement>(null);
  const { revalidate } = useRevalidator();
  const isFree = (kind: PromotionKind): boolean =>
    offer.tariffs.some((tariff) => tariff.kind === kind) &&
    !offer.promotions.some((one) => one.kind === kind && one.state === 'running');
  const [kind, setKind] = useState<PromotionKind>(() => PROMOTION_KINDS.find(isFree) ?? 'raise');
  const [days, setDays] = useState<PromotionDays>(USUAL_DAYS);
  const [withBonus, setWithBonus] = useState(false);
  const [advert, setAdvert] = useState<Advertiser>(offer.advert);
  const [problems, setProblems] = useState<Partial<Record<AdvertField, string>>>({});
  const [key, setKey] = useState(() => crypto.randomUUID());

  const tariffs = offer.tariffs.filter((tariff) => tariff.kind === kind);
  const tariff = tariffs.find((one) => one.days === days) ?? tariffs[0];
  const isBusiness = offer.business === 1;
  const { isSending, submit } = useSubmit({
    onError(error) {
      if (!isApiError(error)) return false;
      // A rejected request is final, so the next press uses a new idempotency key.
      setKey(crypto.randomUUID());
      if (error.body.code === 'price_changed' || error.body.code === 'already_promoted') void revalidate();
      const { fields } = error.body;
      if (!fields) return false;
      setProblems(fields);
      return true;
    },
  });

  function choose(change: () => void): void {
    change();
    setKey(crypto.randomUUID());
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (tariff === undefined || !isFree(kind)) return;
    const found = isBusiness ? findProblems(advert) : {};
    const words = Object.fromEntries(Object.entries(found).map(([field, text]) => [field, t(text)]));
    setProblems(words);
    const [first] = Object.keys(words);
    if (first !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      return;
    }
    void submit(async () => {
      await call(promotionApi.start, {
        body: {
          board_id: offer.board.board_id,
          kind: tariff.kind,
          days: tariff.days,
          price_kopecks: tariff.price_kopecks,
          bonus: withBonus,
          ...(isBusiness && advert),
        },
        idempotencyKey: key,
      });
      toast.success(t(`promotion.started.${tariff.kind}`));
      await revalidate();
    });
  }

  const board = toCard(offer.board);
  const isLit =
    kind === 'highlight' || offer.promotions.some((one) => one.kind === 'highlight' && one.state === 'running');
  const preview = {
    ...board,
    board_promotion: { highlight: isLit ? (1 as const) : (0 as const), ...(isBusiness && { advert: shown(advert) }) },
  };
  const parts = tariff && quote(tariff, balance, withBonus);
  const bonus = tariff ? bonusFor(tariff, balance) : 0;
  return (
    <form ref={form} noValidate className={styles.columns} onSubmit={handleSubmit}>
      <div className={styles.sheet}>
        <KindChoice offer={offer} value={kind} onChange={(next) => choose(() => setKind(next))} />
        <TermChoice tariffs={tariffs} value={tariff} onChange={(next) => choose(() => setDays(next))} />
        {tariff && tariff.promised_views > 0 && (
          <p className={styles.promise}>{t('promotion.promise', { views: tariff.promised_views })}</p>
        )}
        {isBusiness && (
          <AdvertFields advert={advert} problems={problems} onChange={(next) => choose(() => setAdvert(next))} />
        )}
      </div>
      <div className={styles.side}>
        <section className={styles.preview} aria-labelledby="promotion-preview">
          <h2 id="promotion-preview">{t('promotion.preview')}</h2>
          {}
          <div inert className={styles.card}>
            <AdCard ad={preview} isNear />
          </div>
        </section>
        {tariff && parts && (
          <section className={styles.pay}>
            {bonus > 0 && (
              <label className={styles.bonus}>
                <input
                  type="checkbox"
                  checked={withBonus}
                  onChange={({ currentTarget: { checked } }) => choose(() => setWithBonus(checked))}
                />
                <span>
                  {t('promotion.bonus', { sum: formatKopecks(lang, bonus) })}
                  <small>{t('promotion.bonus.held', { points: balance.points })}</small>
                </span>
              </label>
            )}
            <Sum price={tariff.price_kopecks} parts={parts} balance={balance} />
            {parts.missingKopecks > 0 ? (
              <Link to="/profile/payments" className={button('primary')}>
                <IconWallet size={19} stroke={ICON_STROKE} aria-hidden="true" />
                {t('promotion.topUp')}
              </Link>
            ) : (
              <button type="submit" className={button('primary')} disabled={!isFree(kind)} aria-busy={isSending}>
                <IconTrendingUp size={19} stroke={ICON_STROKE} aria-hidden="true" />
                {t('promotion.start', { price: formatKopecks(lang, tariff.price_kopecks) })}
              </button>
            )}
          </section>
        )}
      </div>
    </form>
  );
}

const shown = ({ advertiser, inn, erid }: Advertiser): Advertiser => ({
  advertiser: advertiser || '—',
  inn: inn || '—',
  erid: erid || '—',
});
