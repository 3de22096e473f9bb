import { IconCornerUpLeft, IconLink, IconPencil, IconX } from 'virtual:icons';
import type { ChatCard, Message } from '@app/contract/messaging/chat';
import { withoutMarks } from '@app/contract/messaging/message-marks';
import type { ReactNode } from 'react';
import { CardPrice } from '../../../market/ads/card-price.tsx';
import { useText } from '../../../platform/i18n.tsx';
import { IconButton } from '../../../ui/buttons.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { quoteKindOf } from '../engine/quote.ts';
import { nameOf } from '../name-of.ts';
import styles from './composer.module.css';

const ICON = { size: 20, stroke: ICON_STROKE, 'aria-hidden': true } as const;

function useGist(message: Message): string {
  const t = useText('composer');
  const kind = quoteKindOf(message);
  if (kind === 'text' || kind === 'gone' || kind === 'card')
    return withoutMarks(message.content) || message.card?.title || t('composer.kind.card');
  return t(`composer.kind.${kind}`);
}

interface BarProps {
  icon: ReactNode;
  title: string;
  text: string;
  removeLabel: string;
  onRemove: () => void;
}

function Bar({ icon, title, text, removeLabel, onRemove }: BarProps) {
  return (
    <div className={styles.bar}>
      <span className={styles.barIcon}>{icon}</span>
      <div className={styles.barWords}>
        <b className="clip1">{title}</b>
        <p className="clip1">{text}</p>
      </div>
      <IconButton size={20} icon={IconX} label={removeLabel} hasTooltip onClick={onRemove} />
    </div>
  );
}

export function ReplyBar({ message, onRemove }: { message: Message; onRemove: () => void }) {
  const t = useText('composer');
  return (
    <Bar
      icon={<IconCornerUpLeft {...ICON} />}
      title={nameOf(message.user) || t('composer.reply')}
      text={useGist(message)}
      removeLabel={t('composer.reply.drop')}
      onRemove={onRemove}
    />
  );
}

export function EditBar({ message, onRemove }: { message: Message; onRemove: () => void }) {
  const t = useText('composer');
  return (
    <Bar
      icon={<IconPencil {...ICON} />}
      title={t('composer.edit')}
      text={useGist(message)}
      removeLabel={t('composer.edit.drop')}
      onRemove={onRemove}
    />
  );
}

export function LinkBar({ address, onRemove }: { address: string; onRemove: () => void }) {
  const t = useText('composer');
  return (
    <Bar
      icon={<IconLink {...ICON} />}
      title={t('composer.link')}
      text={address}
      removeLabel={t('composer.link.drop')}
      onRemove={onRemove}
    />
  );
}

export function AboutBar({ card, onRemove }: { card: ChatCard; onRemove: () => void }) {
  const t = useText('composer');
  return (
    <div className={`${styles.bar} ${styles.ad}`}>
      {card.photo && <img src={card.photo} alt="" width={48} height={48} className={styles.adPhoto} />}
      <div className={styles.adWords}>
        <small>{t('composer.about')}</small>
        <p className="clip1">
          <b>{card.title}</b>
          {card.price !== undefined && (
            <span className="dim">
              {' · '}
              <CardPrice roubles={card.price} kind={card.ad_kind} period={card.price_period} className="num" />
            </span>
          )}
        </p>
      </div>
      <IconButton size={20} icon={IconX} label={t('composer.about.drop')} hasTooltip onClick={onRemove} />
    </div>
  );
}
