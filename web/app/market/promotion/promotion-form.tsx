import { IconTrendingUp, IconWallet } from 'virtual:icons';
import type {
  Advertiser,
  Promotion,
  PromotionDays,
  PromotionKind,
  PromotionTariff,
} from '@app/contract/market/promotion';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { isInn } from '@app/contract/platform/inn';
import { useId, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { ADVERTISER_MAX, ERID, ERID_MAX, PROMOTION_KINDS, promotionApi } from '#contract/market/promotion';
import { isApiError } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { formatDateTime, formatKopecks } from '../../platform/format/format.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import type { TextKey } from '../../platform/texts.ts';
import { button } from '../../ui/button.ts';
import { type Form, useForm } from '../../ui/form/use-form.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { toast } from '../../ui/toast/toast.ts';
import { AdCard } from '../ads/ad-card.tsx';
import { toCard } from '../ads/to-card.ts';
import styles from './promotion.module.css';
import { type Balance, bonusFor, quote } from './quote.ts';

type Offer = ResponseOf<typeof promotionApi.offer>;
type AdvertField = keyof Advertiser;

interface Values extends Advertiser {
  kind: PromotionKind;
  days: PromotionDays;
  bonus: boolean;
}

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

const isPaidFor = ({ state }: Promotion): boolean => state === 'running' || state === 'paused';

const findRunning = ({ promotions }: Offer, kind: PromotionKind) =>
  promotions.find((one) => one.kind === kind && isPaidFor(one));

const isFree = (offer: Offer, kind: PromotionKind): boolean =>
  offer.tariffs.some((tariff) => tariff.kind === kind) && !findRunning(offer, kind);

interface KindChoiceProps {
  offer: Offer;
  value: PromotionKind;
  onChange: (kind: PromotionKind) => void;
}

function KindChoice({ offer, value, onChange }: KindChoiceProps) {
  const t = useText('promotion');
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>{t('promotion.kind')}</legend>
      {PROMOTION_KINDS.map((kind) => {
        const running = findRunning(offer, kind);
        const isOffered = offer.tariffs.some((tariff) => tariff.kind === kind);
        return (
          <label key={kind} className={styles.kind}>
            <input
              type="radio"
              name={name}
              value={kind}
              checked={kind === value}
              disabled={!isFree(offer, kind)}
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

interface TermChoiceProps {
  tariffs: readonly PromotionTariff[];
  value: PromotionDays | undefined;
  onChange: (days: PromotionDays) => void;
}

function TermChoice({ tariffs, value, onChange }: TermChoiceProps) {
  const t = useText('promotion');
  const lang = useLanguage();
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>{t('promotion.term')}</legend>
      <div className={styles.terms}>
        {tariffs.map(({ days, price_kopecks }) => (
          <label key={days} className={styles.term}>
            <input type="radio" name={name} value={days} checked={days === value} onChange={() => onChange(days)} />
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
function AdvertFields({ input, errors }: Pick<Form<Values>, 'input' | 'errors'>) {
  const t = useText('promotion');
  const id = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>{t('promotion.advert')}</legend>
      <p className="small">{t('promotion.advert.why')}</p>
      {ADVERT_FIELDS.map((field) => (
        <div key={field} className={styles.field}>
          <label htmlFor={`${id}-${field}`}>{t(`promotion.advert.${field}`)}</label>
          <input
            {...input(field)}
            id={`${id}-${field}`}
            maxLength={MAX_LENGTH[field]}
            inputMode={field === 'inn' ? 'numeric' : undefined}
            autoComplete={field === 'advertiser' ? 'organization' : 'off'}
            spellCheck={field === 'advertiser' ? undefined : false}
            aria-describedby={`${id}-${field}-problem`}
          />
          <p id={`${id}-${field}-problem`} role="alert" className={styles.problem}>
            {errors[field]}
          </p>
        </div>
      ))}
    </fieldset>
  );
}

interface PaymentProps {
  tariff: PromotionTariff;
  balance: Balance;
  isFree: boolean;
  form: Form<Values>;
}

function Payment({ tariff, balance, isFree, form: { values, change, isSending } }: PaymentProps) {
  const t = useText('promotion');
  const lang = useLanguage();
  const bonus = bonusFor(tariff, balance);
  const { bonusKopecks, balanceKopecks, missingKopecks } = quote(tariff, balance, values.bonus);
  const row = (name: 'price' | 'bonus' | 'balance' | 'held', kopecks: number, sign = '') => (
    <div className={name === 'balance' ? styles.total : undefined}>
      <dt>{t(`promotion.sum.${name}`)}</dt>
      <dd>
        {sign}
        {formatKopecks(lang, kopecks)}
      </dd>
    </div>
  );
  return (
    <section className={styles.pay}>
      {bonus > 0 && (
        <label className={styles.bonus}>
          <input
            type="checkbox"
            checked={values.bonus}
            onChange={({ currentTarget }) => change({ bonus: currentTarget.checked })}
          />
          <span>
            {t('promotion.bonus', { sum: formatKopecks(lang, bonus) })}
            <small>{t('promotion.bonus.held', { points: balance.points })}</small>
            <small>{t('promotion.bonus.share', { percent: tariff.bonus_percent })}</small>
          </span>
        </label>
      )}
      <dl className={styles.sum}>
        {bonusKopecks > 0 && row('price', tariff.price_kopecks)}
        {bonusKopecks > 0 && row('bonus', bonusKopecks, '−')}
        {row('balance', balanceKopecks)}
        {row('held', balance.balanceKopecks)}
      </dl>
      {missingKopecks > 0 ? (
        <>
          <p className={styles.missing}>{t('promotion.missing', { sum: formatKopecks(lang, missingKopecks) })}</p>
          <Link to="/profile/payments" className={button('primary')}>
            <IconWallet size={19} stroke={ICON_STROKE} aria-hidden="true" />
            {t('promotion.topUp')}
          </Link>
        </>
      ) : (
        <button type="submit" className={button('primary')} disabled={!isFree} aria-busy={isSending}>
          <IconTrendingUp size={19} stroke={ICON_STROKE} aria-hidden="true" />
          {t('promotion.start', { price: formatKopecks(lang, balanceKopecks) })}
        </button>
      )}
    </section>
  );
}

interface PromotionChoiceProps {
  offer: Offer;
  balance: Balance;
}

/** The form; after a purchase first what was bought, so that nobody pays twice without meaning to. */
export function PromotionChoice({ offer, balance }: PromotionChoiceProps) {
  const t = useText('promotion');
  const [isChoosing, setChoosing] = useState(false);
  const bought = offer.promotions.filter(isPaidFor);
  if (isChoosing || bought.length === 0) return <PromotionForm offer={offer} balance={balance} />;
  return (
    <section className={styles.sheet}>
      {bought.map(({ id, kind, state, ends }) => (
        <p key={id} role="status" className={styles.promise}>
          {t(state === 'paused' ? 'promotion.boughtPaused' : 'promotion.bought', {
            kind: t(`promotion.kind.${kind}`),
            moment: formatDateTime(ends),
          })}
        </p>
      ))}
      {PROMOTION_KINDS.some((kind) => isFree(offer, kind)) && (
        <button type="button" className={button('light')} onClick={() => setChoosing(true)}>
          {t('promotion.another')}
        </button>
      )}
    </section>
  );
}

export function PromotionForm({ offer, balance }: { offer: Offer; balance: Balance }) {
  const t = useText('promotion');
  const { revalidate } = useRevalidator();
  const [key, setKey] = useState(() => crypto.randomUUID());
  const isBusiness = offer.business === 1;
  const form = useForm<Values>({
    initial: () => ({
      kind: PROMOTION_KINDS.find((kind) => isFree(offer, kind)) ?? 'raise',
      days: USUAL_DAYS,
      bonus: false,
      ...offer.advert,
    }),
    t,
    check: (values) => (isBusiness ? findProblems(values) : {}),
    onChange: () => setKey(crypto.randomUUID()),
    async send({ bonus, advertiser, inn, erid }) {
      if (tariff === undefined || !isFree(offer, tariff.kind)) return;
      const { kind, days, price_kopecks } = tariff;
      const advert = isBusiness && { advertiser, inn, erid };
      await call(promotionApi.start, {
        body: { board_id: offer.board.board_id, kind, days, price_kopecks, bonus, ...advert },
        idempotencyKey: key,
      });
      toast.success(t(`promotion.started.${kind}`));
      await revalidate();
    },
    onError(error) {
      if (!isApiError(error)) return false;
      // A rejected request is final, so the next press uses a new idempotency key.
      setKey(crypto.randomUUID());
      if (error.body.code === 'price_changed' || error.body.code === 'already_promoted') void revalidate();
      return error.body.fields !== undefined;
    },
  });
  const { kind, days, advertiser, inn, erid } = form.values;
  const tariffs = offer.tariffs.filter((tariff) => tariff.kind === kind);
  const tariff = tariffs.find((one) => one.days === days) ?? tariffs[0];
  const isLit = kind === 'highlight' || findRunning(offer, 'highlight') !== undefined;
  const advert = { advertiser: advertiser || '—', inn: inn || '—', erid: erid || '—' };
  const preview = {
    ...toCard(offer.board),
    board_promotion: { highlight: isLit ? (1 as const) : (0 as const), ...(isBusiness && { advert }) },
  };
  return (
    <form {...form.props} className={styles.columns}>
      <div className={styles.sheet}>
        <KindChoice offer={offer} value={kind} onChange={(next) => form.change({ kind: next })} />
        <TermChoice tariffs={tariffs} value={tariff?.days} onChange={(next) => form.change({ days: next })} />
        {tariff && tariff.promised_views > 0 && (
          <p className={styles.promise}>{t('promotion.promise', { views: tariff.promised_views })}</p>
        )}
        {isBusiness && <AdvertFields {...form} />}
      </div>
      <div className={styles.side}>
        <section className={styles.preview} aria-labelledby="promotion-preview">
          <h2 id="promotion-preview">{t('promotion.preview')}</h2>
          <div inert className={styles.card}>
            <AdCard ad={preview} isNear />
          </div>
        </section>
        {tariff && <Payment tariff={tariff} balance={balance} isFree={isFree(offer, kind)} form={form} />}
      </div>
    </form>
  );
}
