import { IconClock, IconSettings } from 'virtual:icons';
import type { ChatCard } from '@app/contract/messaging/chat';
import { Suspense, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import type { AdTalk } from '../engine/ad-talk.ts';
import styles from './composer.module.css';
import { useDealReplies } from './use-deal-replies.ts';
import { useQuickReplies } from './use-quick-replies.ts';

const QuickRepliesDialog = lazyPart(async () => (await import('../opened-parts.ts')).openedParts.QuickRepliesDialog);

interface ComposerChipsProps {
  /** The ad that replies are offered about. */
  ad: ChatCard | null;
  talk: AdTalk;
  scheduled: number;
  onReply: (text: string) => void;
  /** Sends a reply that changes the state of the ad. */
  onDeal: (text: string) => Promise<void>;
  onDealDone: () => void;
  onScheduled: () => void;
}

const ICON = { size: 18, stroke: ICON_STROKE, 'aria-hidden': true } as const;

export function ComposerChips({ ad, talk, scheduled, onReply, onDeal, onDealDone, onScheduled }: ComposerChipsProps) {
  const t = useText('composer');
  const [isOpen, setOpen] = useState(false);
  const isOffered = ad?.kind === 'ad' && ad.state !== 'gone' && !talk.hasWritten;
  const list = ad?.mine === 1 ? 'seller_replies' : 'quick_replies';
  const replies = useQuickReplies(list, ad?.topic, isOffered);
  const deals = useDealReplies(ad, talk, { onSend: onDeal, onDone: onDealDone });
  return (
    <>
      <div className={styles.chips}>
        {scheduled > 0 && (
          <button type="button" className={styles.chip} data-strong aria-haspopup="dialog" onClick={onScheduled}>
            <IconClock {...ICON} />
            {t('composer.waiting.count', { count: scheduled })}
          </button>
        )}
        {deals.map(({ words, give }) => (
          <button key={words} type="button" className={styles.chip} onClick={give}>
            {words}
          </button>
        ))}
        {isOffered &&
          replies?.fitting.map((text) => (
            <button key={text} type="button" className={styles.chip} title={text} onClick={() => onReply(text)}>
              <span className="clip1">{text}</span>
            </button>
          ))}
        {isOffered && replies !== null && (
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
      {isOpen && replies !== null && (
        <Suspense>
          <QuickRepliesDialog list={list} initial={replies.own} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
