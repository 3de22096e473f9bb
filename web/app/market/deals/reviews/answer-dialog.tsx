import type { DealReview } from '@app/contract/market/deals';
import { useState } from 'react';
import { ANSWER_MAX, dealsApi } from '#contract/market/deals';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { Dialog, DialogForm } from '../../../ui/dialog/dialog.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import styles from '../deal-form.module.css';

interface AnswerDialogProps {
  reviewId: number;
  onSent: (review: DealReview) => void;
  onClose: () => void;
}

export function AnswerDialog({ reviewId, onSent, onClose }: AnswerDialogProps) {
  const t = useText('deals');
  const [content, setContent] = useState('');
  const [isWrong, setWrong] = useState(false);
  const { isSending, submit } = useSubmit();

  async function send(): Promise<void> {
    const said = content.trim();
    setWrong(said === '');
    if (said === '') return;
    await submit(async () => {
      onSent(await call(dealsApi.answer, { params: { id: reviewId }, body: { content: said } }));
      onClose();
    });
  }

  return (
    <Dialog title={t('deals.reviews.answer.title')} onClose={onClose}>
      <DialogForm verb={t('deals.reviews.answer.send')} isSending={isSending} onSubmit={() => void send()}>
        <label className={styles.label}>
          {t('deals.reviews.answer.label')}
          <textarea
            className={styles.field}
            rows={4}
            maxLength={ANSWER_MAX}
            aria-invalid={isWrong || undefined}
            value={content}
            onChange={({ currentTarget }) => {
              setContent(currentTarget.value);
              setWrong(false);
            }}
          />
        </label>
        <p className={isWrong ? 'wrong' : 'caption'} role={isWrong ? 'alert' : undefined}>
          {t(isWrong ? 'deals.reviews.answer.required' : 'deals.reviews.answer.hint')}
        </p>
      </DialogForm>
    </Dialog>
  );
}
