import type { Promotion } from '@app/contract/market/promotion';
import { useState } from 'react';
import { AD_ARCHIVE_DAYS } from '#contract/market/ads';
import { promotionApi } from '#contract/market/promotion';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { formatDateTime } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import type { OwnAction, OwnAd } from './own-ad.ts';

interface Question {
  ad: OwnAd;
  action: 'archive' | 'erase';
  promotions: readonly Promotion[];
}

/** Without an answer the question is asked as if nothing were paid for. */
async function listPaidPromotions(id: number): Promise<Promotion[]> {
  try {
    const { promotions } = await call(promotionApi.offer, { params: { id } });
    return promotions.filter(({ state }) => state === 'running' || state === 'paused');
  } catch (error) {
    if (isApiError(error)) return [];
    throw error;
  }
}

/** Asks before an ad is deleted for good, and before one whose promotion is paid goes to the archive. */
export function useRemovalQuestion(act: (ad: OwnAd, action: OwnAction) => void) {
  const t = useText('my-ads', 'promotion');
  const [question, setQuestion] = useState<Question | null>(null);

  async function ask(ad: OwnAd, action: OwnAction): Promise<void> {
    if (action !== 'archive' && action !== 'erase') return act(ad, action);
    const promotions = await listPaidPromotions(ad.board_id);
    if (action === 'archive' && promotions.length === 0) act(ad, action);
    else setQuestion({ ad, action, promotions });
  }

  const dialog = question && (
    <ConfirmDialog
      question={t(`my-ads.${question.action}.question`, { title: question.ad.board_title })}
      verb={t(`my-ads.do.${question.action}`)}
      onConfirm={() => {
        setQuestion(null);
        act(question.ad, question.action);
      }}
      onClose={() => setQuestion(null)}
    >
      {question.action === 'erase' && <p>{t('my-ads.erase.text')}</p>}
      {question.promotions.map(({ id, kind, state, ends }) => (
        <p key={id}>
          {state === 'paused'
            ? t('my-ads.promotion.paused', { kind: t(`promotion.kind.${kind}`) })
            : t('my-ads.promotion.until', { kind: t(`promotion.kind.${kind}`), moment: formatDateTime(ends) })}
        </p>
      ))}
      {question.promotions.length > 0 && <p>{t(`my-ads.${question.action}.promotion`, { days: AD_ARCHIVE_DAYS })}</p>}
    </ConfirmDialog>
  );
  return { ask: (ad: OwnAd, action: OwnAction): void => void ask(ad, action), dialog };
}
