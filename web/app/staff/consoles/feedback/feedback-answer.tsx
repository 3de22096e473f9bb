import { Button, Textarea } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Input.css';
import { useState } from 'react';
import { FEEDBACK_MAX, feedbackApi } from '#contract/staff/feedback';
import { call } from '../../../platform/call.ts';
import { useText } from '../../../platform/i18n.tsx';
import { randomKey } from '../../../platform/random-key.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { useStaffSubmit } from '../frame/use-staff-submit.ts';
import styles from '../rules/rules.module.css';

interface FeedbackAnswerProps {
  userId: number;
  upTo: number | undefined;
  onSent: () => void;
}

export function FeedbackAnswer({ userId, upTo, onSent }: FeedbackAnswerProps) {
  const t = useText('feedback', 'errors');
  const [message, setMessage] = useState('');
  // A request whose response was lost is repeated unchanged, whatever was loaded meanwhile.
  const [tried, setTried] = useState<{ key: string; upTo: number | undefined }>();
  const { isSending, submit, errors } = useStaffSubmit();
  const isEmpty = message.trim() === '';
  const send = () =>
    submit(async () => {
      const { key, upTo: up_to } = tried ?? { key: randomKey(), upTo };
      setTried({ key, upTo: up_to });
      await call(feedbackApi.answer, { params: { user_id: userId }, body: { message, up_to }, idempotencyKey: key });
      setMessage('');
      setTried(undefined);
      toast.success(t('feedback.staff.sent'));
      onSent();
    });
  return (
    <form
      noValidate
      className={styles.answer}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) void send();
      }}
    >
      <Textarea
        label={t('feedback.staff.answer')}
        rows={4}
        maxLength={FEEDBACK_MAX}
        value={message}
        error={errors.message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <Button type="submit" disabled={isEmpty} loading={isSending}>
        {t('feedback.send')}
      </Button>
    </form>
  );
}
