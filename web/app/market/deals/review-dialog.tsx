import type { DealReview } from '@app/contract/market/deals';
import { useRef, useState } from 'react';
import { dealsApi, REVIEW_MAX, STARS_MAX } from '#contract/market/deals';
import { call } from '../../platform/call.ts';
import { useText } from '../../platform/i18n.tsx';
import { randomKey } from '../../platform/random-key.ts';
import { Dialog, DialogForm } from '../../ui/dialog/dialog.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { StarRating } from '../../ui/stars/star-rating.tsx';
import { toast } from '../../ui/toast/toast.ts';
import styles from './deal-form.module.css';

interface ReviewDialogProps {
  dealId: number;
  onSent: (review: DealReview) => void;
  onClose: () => void;
}

export function ReviewDialog({ dealId, onSent, onClose }: ReviewDialogProps) {
  const t = useText('deals', 'comments');
  const [stars, setStars] = useState(0);
  const [content, setContent] = useState('');
  const [isWrong, setWrong] = useState(false);
  const key = useRef(randomKey());
  const { isSending, submit } = useSubmit();

  async function send(): Promise<void> {
    setWrong(stars === 0);
    if (stars === 0) return;
    await submit(async () => {
      const review = await call(dealsApi.review, {
        params: { id: dealId },
        body: { stars, content: content.trim() },
        idempotencyKey: key.current,
      });
      toast.success(t('deals.review.sent'));
      onSent(review);
      onClose();
    });
  }

  return (
    <Dialog title={t('deals.review.title')} onClose={onClose}>
      <DialogForm verb={t('deals.review.send')} isSending={isSending} onSubmit={() => void send()}>
        <StarRating
          value={stars}
          max={STARS_MAX}
          onChange={(given) => {
            setStars(given);
            setWrong(false);
            key.current = randomKey();
          }}
        />
        {isWrong && (
          <p className="wrong" role="alert">
            {t('deals.review.needStars')}
          </p>
        )}
        <label className={styles.label}>
          {t('deals.review.content')}
          <textarea
            className={styles.field}
            rows={4}
            maxLength={REVIEW_MAX}
            value={content}
            onChange={({ currentTarget }) => {
              setContent(currentTarget.value);
              key.current = randomKey();
            }}
          />
        </label>
        <p className="caption">{t('deals.review.hint')}</p>
      </DialogForm>
    </Dialog>
  );
}
