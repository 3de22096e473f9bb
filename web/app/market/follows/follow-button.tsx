import { IconCheck, IconPlus } from 'virtual:icons';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { withReason } from '../../platform/api-error.ts';
import { useText } from '../../platform/i18n.tsx';
import { button } from '../../ui/button.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './follow-button.module.css';

interface FollowButtonProps {
  userId: number;
  /** Undefined for guests, who are led to sign-in. */
  isOn: boolean | undefined;
  count: number;
}

const ICON = { size: 18, stroke: 2, 'aria-hidden': true } as const;

export function FollowButton(props: FollowButtonProps) {
  return <Button key={`${props.userId} ${props.isOn}`} {...props} />;
}

function Button({ userId, isOn: given, count: counted }: FollowButtonProps) {
  const t = useText();
  const { pathname, search } = useLocation();
  const [shown, setShown] = useState({ isOn: given ?? false, count: counted });
  const [isSending, setIsSending] = useState(false);

  async function turn(isOn: boolean): Promise<void> {
    if (isSending) return toast.info(t('frame.wait'));
    const before = shown;
    setIsSending(true);
    setShown({ isOn, count: Math.max(0, shown.count + (isOn ? 1 : -1)) });
    try {
      const { sendFollow } = await import('./send-follow.ts');
      const answer = await sendFollow(userId, isOn);
      setShown({ isOn: answer.subscribe === 1, count: answer.count });
    } catch (error) {
      setShown(before);
      toast.error(withReason(t(isOn ? 'ads.subscribe.onFailed' : 'ads.subscribe.offFailed'), error));
    } finally {
      setIsSending(false);
    }
  }

  return (
    <div className={styles.row}>
      {given === undefined ? (
        <Link to={`/auth?next=${encodeURIComponent(pathname + search)}`} className={button('light', 'small')}>
          <IconPlus {...ICON} />
          {t('ads.subscribe')}
        </Link>
      ) : (
        <button
          type="button"
          className={button(shown.isOn ? 'plain' : 'light', 'small')}
          aria-pressed={shown.isOn}
          onClick={() => void turn(!shown.isOn)}
        >
          {shown.isOn ? <IconCheck {...ICON} /> : <IconPlus {...ICON} />}
          {t(shown.isOn ? 'ads.subscribe.on' : 'ads.subscribe')}
        </button>
      )}
      {shown.count > 0 && <span className="caption">{t('ads.subscribe.count', { count: shown.count })}</span>}
    </div>
  );
}
