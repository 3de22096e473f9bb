import {
  type Icon,
  IconCalendar,
  IconRosetteDiscountCheck,
  IconSpeakerphone,
  IconStar,
  IconUsers,
  IconWorld,
} from 'virtual:icons';
import type { MessageRequestSender as Stranger } from '@app/contract/messaging/chat';
import { formatDate, formatRating } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast/toast.ts';
import styles from '../bars.module.css';
import { answerRequest, type RequestAnswer } from '../engine/actions.ts';
import { useBusy } from '../use-busy.ts';

export function MessageRequestCard({ name, sender }: { name: string; sender: Stranger }) {
  const t = useText('chat');
  const lang = useLanguage();
  const { registered, mutual, ads_count, rating, rating_count, phone_country, verified } = sender;
  const country = phone_country && (new Intl.DisplayNames(lang, { type: 'region' }).of(phone_country) ?? phone_country);
  const verifiedContacts = (['email', 'phone'] as const)
    .filter((what) => verified[what] === 1)
    .map((what) => t(`chat.stranger.verified.${what}`));
  const details: [Icon, string | false | null][] = [
    [IconCalendar, t('chat.stranger.registered', { date: formatDate(registered) })],
    [IconUsers, t('chat.stranger.mutual', { count: mutual })],
    [IconSpeakerphone, t('chat.stranger.ads', { count: ads_count })],
    [
      IconStar,
      rating === null
        ? t('chat.stranger.noRating')
        : t('chat.stranger.rating', { rating: formatRating(lang, rating), count: rating_count }),
    ],
    [IconWorld, country && t('chat.stranger.country', { country })],
    [
      IconRosetteDiscountCheck,
      verifiedContacts.length > 0 && t('chat.stranger.verified', { what: verifiedContacts.join(', ') }),
    ],
  ];
  return (
    <section className={styles.stranger} aria-labelledby="stranger">
      <h2 id="stranger">{t('chat.stranger.title', { name })}</h2>
      <ul className={styles.facts}>
        {details.map(
          ([FactIcon, text]) =>
            text && (
              <li key={text}>
                <FactIcon size={17} stroke={ICON_STROKE} aria-hidden="true" />
                {text}
              </li>
            ),
        )}
      </ul>
    </section>
  );
}

interface MessageRequestAnswerProps {
  userId: number;
  onLeave: () => void;
}

export function MessageRequestAnswer({ userId, onLeave }: MessageRequestAnswerProps) {
  const t = useText('chat', 'chats');
  const { isBusy, run } = useBusy();

  async function answer(choice: RequestAnswer): Promise<void> {
    if (!(await run(() => answerRequest(userId, choice)))) return;
    if (choice === 'accept') return toast.success(t('chats.request.accepted'));
    toast.success(t(choice === 'report' ? 'chat.stranger.reported' : 'chats.request.declined'));
    onLeave();
  }

  return (
    <div className={`${styles.foot} ${styles.answers}`}>
      <button type="button" className={button('primary')} disabled={isBusy} onClick={() => void answer('accept')}>
        {t('chat.stranger.accept')}
      </button>
      <button type="button" className={button('plain')} disabled={isBusy} onClick={() => void answer('decline')}>
        {t('chat.stranger.decline')}
      </button>
      <button
        type="button"
        className={`${button('quiet')} ${styles.danger}`}
        disabled={isBusy}
        onClick={() => void answer('report')}
      >
        {t('chat.stranger.report')}
      </button>
    </div>
  );
}
