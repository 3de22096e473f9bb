import { useRef, useState } from 'react';
import { adOwnerApi, ODD_PRICE_TIMES } from '#contract/market/ad-owner';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { formatPrice } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { ChoiceDialog } from '../../../ui/dialog/choice-dialog.tsx';
import { SaveCancelled } from './save-ad.ts';
import type { ComparedPrice } from './use-usual-price.ts';

interface AskedPrice {
  price: string;
  compared: ComparedPrice;
}

const TIMEOUT_MS = 5000;

/** The usual price of the category when the ad's price is far from it. A failed comparison does not prevent publishing. */
async function findUsualPrice({ price: typed, compared }: AskedPrice): Promise<number | null> {
  const price = Number(typed);
  if (price === 0 || compared === null) return null;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { price: usual } = await call(adOwnerApi.usualPrice, { query: compared, signal });
    const isOdd = usual !== null && (price >= usual * ODD_PRICE_TIMES || price * ODD_PRICE_TIMES <= usual);
    return isOdd ? usual : null;
  } catch (error) {
    if (isApiError(error) || error instanceof DOMException) return null;
    throw error;
  }
}

interface Question {
  price: number;
  usual: number;
  answer: (isMeant: boolean) => void;
}

const keyOf = ({ price, compared }: AskedPrice): string =>
  `${compared?.category}:${compared?.kind}:${compared?.period}:${price}`;

/** Asks once about a price that is far from the usual one of its category; `initial` was published before. */
export function useOddPriceQuestion(initial: AskedPrice) {
  const t = useText('ad-form');
  const lang = useLanguage();
  const [question, setQuestion] = useState<Question | null>(null);
  const meant = useRef(keyOf(initial));

  async function confirm(asked: AskedPrice): Promise<void> {
    if (meant.current === keyOf(asked)) return;
    const usual = await findUsualPrice(asked);
    if (usual !== null) {
      const price = Number(asked.price);
      const isMeant = await new Promise<boolean>((answer) => setQuestion({ price, usual, answer }));
      setQuestion(null);
      if (!isMeant) throw new SaveCancelled();
    }
    meant.current = keyOf(asked);
  }

  const dialog = question && (
    <ChoiceDialog
      title={t('ad-form.oddPrice.title', { price: formatPrice(lang, question.price) })}
      text={t(question.price > question.usual ? 'ad-form.oddPrice.high' : 'ad-form.oddPrice.low', {
        usual: formatPrice(lang, question.usual),
      })}
      onClose={() => question.answer(false)}
      actions={
        <>
          <button type="button" className={button('plain')} onClick={() => question.answer(true)}>
            {t('ad-form.oddPrice.keep')}
          </button>
          <button type="button" className={button('primary')} data-first onClick={() => question.answer(false)}>
            {t('ad-form.oddPrice.change')}
          </button>
        </>
      }
    >
      {null}
    </ChoiceDialog>
  );
  return { confirm, dialog };
}
