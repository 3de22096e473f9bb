import type { ChatCard } from '@app/contract/messaging/chat';
import { IconClock, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from './composer.module.css';
import { QuickRepliesDialog } from './quick-replies-dialog.tsx';
import { useQuickReplies } from './use-quick-replies.ts';

interface ComposerChipsProps {
  ad: ChatCard | null;
  hasReplies: boolean;
  scheduled: number;
  onReply: (text: string) => void;
  onScheduled: () => void;
}

const ICON = { size: 18, stroke: ICON_STROKE, 'aria-hidden': true } as const;

export function ComposerChips({ ad, hasReplies, scheduled, onReply, onScheduled }: ComposerChipsProps) {
  const t = useText('composer');
  const [isOpen, setOpen] = useState(false);
  const isAd = ad?.kind === 'ad' && hasReplies;
  const own = useQuickReplies(isAd);
  const replies = own ?? [];
  return (
    <>
      <div className={styles.chips}>
        {scheduled > 0 && (
          <button type="button" className={styles.chip} data-strong aria-haspopup="dialog" onClick={onScheduled}>
            <IconClock {...ICON} />
            {t('composer.waiting.count', { count: scheduled })}
          </button>
        )}
        {isAd &&
          replies.map((text) => (
            <button key={text} type="button" className={styles.chip} title={text} onClick={() => onReply(text)}>
              <span className="clip1">{text}</span>
            </button>
          ))}
        {isAd && own !== null && (
          <button
            type="button"
            className={styles.chip}
            aria-label={t('composer.quick.manage')}
            title={t('composer.quick.manage')}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <IconSettings {...ICON} />
          </button>
        )}
      </div>
      {isOpen && <QuickRepliesDialog initial={replies} onClose={() => setOpen(false)} />}
    </>
  );
}
