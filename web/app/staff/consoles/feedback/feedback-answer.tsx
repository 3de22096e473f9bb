import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { FEEDBACK_MAX, feedbackApi } from '#contract/staff/feedback';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { randomKey } from '../../../platform/random-key.ts';
import { useStaffForm } from '../frame/staff-form.tsx';
import styles from '../rules/rules.module.css';

export function FeedbackAnswer({ userId, upTo }: { userId: number; upTo: number | undefined }) {
  const t = useText('feedback', 'errors');
  // A request whose response was lost is repeated unchanged, whatever was loaded meanwhile.
  const [tried, setTried] = useState<{ key: string; upTo: number | undefined }>();
  const form = useStaffForm({
    initial: { message: '' },
    send: async ({ message }) => {
      const { key, upTo: up_to } = tried ?? { key: randomKey(), upTo };
      setTried({ key, upTo: up_to });
      await call(feedbackApi.answer, { params: { user_id: userId }, body: { message, up_to }, idempotencyKey: key });
      form.replace({ message: '' });
      setTried(undefined);
      return t('feedback.staff.sent');
    },
  });
  const isEmpty = form.values.message.trim() === '';
  return (
    <form
      {...form.props}
      className={styles.answer}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) form.save();
      }}
    >
      <Textarea {...form.field('message', t('feedback.staff.answer'))} rows={4} maxLength={FEEDBACK_MAX} />
      <Button type="submit" disabled={isEmpty} loading={form.isSending}>
        {t('feedback.send')}
      </Button>
    </form>
  );
}
