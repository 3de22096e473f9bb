import { IconBell, IconBellFilled, IconCalendarPlus, IconX } from 'virtual:icons';
import type { Stream } from '@app/contract/live/streams';
import { Link } from 'react-router';
import { formatDateTime } from '../../platform/format/format.ts';
import { useText } from '../../platform/i18n.tsx';
import { button, iconButton } from '../../ui/button.ts';
import { IconButton, TextButton } from '../../ui/buttons.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import styles from './announced-card.module.css';
import { calendarPath, streamPath } from './stream-address.ts';
import { HostPic } from './stream-badges.tsx';
import { useReminder } from './use-reminder.ts';

const ICON = { size: 18, stroke: ICON_STROKE, 'aria-hidden': true } as const;

export function RemindButton({ stream, isSignedIn }: { stream: Stream; isSignedIn: boolean }) {
  const t = useText('streams');
  const { isOn, setReminder: turn } = useReminder(stream);
  const name = t('streams.remind.of', { theme: stream.theme });
  if (!isSignedIn)
    return (
      <Link
        to={`/auth?next=${encodeURIComponent(streamPath(stream))}`}
        className={button('light', 'small')}
        aria-label={name}
      >
        <IconBell {...ICON} />
        {t('streams.remind')}
      </Link>
    );
  return (
    <button
      type="button"
      className={button(isOn ? 'plain' : 'light', 'small')}
      aria-pressed={isOn}
      aria-label={name}
      onClick={() => void turn(!isOn)}
    >
      {isOn ? <IconBellFilled size={18} aria-hidden="true" /> : <IconBell {...ICON} />}
      {t(isOn ? 'streams.reminded' : 'streams.remind')}
    </button>
  );
}

export function CalendarLink({ stream }: { stream: Stream }) {
  const t = useText('streams');
  return (
    <a
      href={calendarPath(stream.stream_id)}
      download
      className={button('quiet', 'small')}
      aria-label={t('streams.calendar.of', { theme: stream.theme })}
    >
      <IconCalendarPlus {...ICON} />
      {t('streams.calendar')}
    </a>
  );
}

interface AnnouncedCardProps {
  stream: Stream;
  isSignedIn: boolean;
  onBegin: () => void;
  onCancel: () => void;
}

export function AnnouncedCard({ stream, isSignedIn, onBegin, onCancel }: AnnouncedCardProps) {
  const t = useText('streams');
  const isOwn = stream.own === 1;
  return (
    <article className={`card ${styles.card}`}>
      <HostPic stream={stream} size={44} />
      <div className={styles.words}>
        <h3>
          <Link to={streamPath(stream)}>{stream.theme}</Link>
        </h3>
        <p className="dim">
          <span className={styles.name}>{stream.user_name}</span>
          {stream.planned_for && (
            <time dateTime={stream.planned_for}>
              {t('streams.planned', { moment: formatDateTime(stream.planned_for) })}
            </time>
          )}
        </p>
        <div className={styles.actions}>
          {isOwn ? (
            <TextButton text={t('streams.begin')} className={button('light', 'small')} onClick={onBegin} />
          ) : (
            <RemindButton stream={stream} isSignedIn={isSignedIn} />
          )}
          <CalendarLink stream={stream} />
        </div>
      </div>
      {isOwn && (
        <IconButton
          icon={IconX}
          label={`${t('streams.cancel')}: ${stream.theme}`}
          size={20}
          className={`${iconButton} ${styles.cancel}`}
          title={t('streams.cancel')}
          onClick={onCancel}
        />
      )}
    </article>
  );
}
