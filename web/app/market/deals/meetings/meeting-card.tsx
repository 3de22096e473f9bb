import { IconCalendarEvent, IconCalendarPlus, IconUserHeart } from 'virtual:icons';
import type { Meeting, MeetingAction } from '@app/contract/market/meetings';
import { Suspense, useState } from 'react';
import { meetingsApi } from '#contract/market/meetings';
import { call } from '../../../platform/call.ts';
import { formatLongMoment } from '../../../platform/format/format-time.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import type { Text } from '../../../platform/texts.ts';
import { type ButtonVariant, button } from '../../../ui/button.ts';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import cardStyles from '../deal-card.module.css';
import { DealActions, type DealCardState, DealState, DealWords, useAnswered } from '../deal-card.tsx';
import styles from './meeting-card.module.css';
import { PlaceIcon } from './place-icon.tsx';

const MeetingDialog = lazyPart(async () => (await import('./meeting-dialog.tsx')).MeetingDialog);
const CancelDialog = lazyPart(async () => (await import('./cancel-dialog.tsx')).CancelDialog);
const RelativeDialog = lazyPart(async () => (await import('./relative-dialog.tsx')).RelativeDialog);

const LOOKS: Readonly<Record<MeetingAction, ButtonVariant>> = {
  confirm: 'primary',
  arrive: 'primary',
  accept: 'primary',
  change: 'plain',
  decline: 'quiet',
  cancel: 'quiet',
  relative: 'quiet',
};

const calendarPath = (id: number): string => `/api/meetings/${id}/calendar.ics`;

function meetingState(t: Text<'deals'>, { state, mine, actions, confirmed }: Meeting): DealCardState {
  if (state === 'proposed')
    return { text: t(mine === 1 ? 'deals.state.waits.mine' : 'deals.state.waits'), tone: 'open' };
  if ((state === 'agreed' || state === 'over') && confirmed.me === 1)
    return { text: t('deals.meeting.state.well'), tone: 'good' };
  if (state === 'agreed' && actions.includes('confirm')) return { text: t('deals.meeting.state.asked'), tone: 'open' };
  return { text: t(`deals.meeting.state.${state}`), tone: state === 'agreed' ? 'good' : 'off' };
}

/** Who is there, or has confirmed, while it is of use. */
function meetingNews(t: Text<'deals'>, { state, arrived, confirmed }: Meeting): string | null {
  if (state !== 'agreed') return null;
  if (confirmed.other === 1) return t('deals.meeting.confirmed.other');
  if (confirmed.me === 1) return null;
  if (arrived.me === 1) return t(arrived.other === 1 ? 'deals.meeting.arrived.both' : 'deals.meeting.arrived.me');
  return arrived.other === 1 ? t('deals.meeting.arrived.other') : null;
}

interface MeetingCardProps {
  meeting: Meeting;
  /** Of the ad; '' once nobody can open it. */
  link: string;
  /** Called after the reader changed something. */
  onChanged?: () => void;
}

/** A meeting in a chat, with what the reader may do now. News of the other person come with the message. */
export function MeetingCard({ meeting: sent, link, onChanged }: MeetingCardProps) {
  const t = useText('deals');
  const lang = useLanguage();
  const [meeting, receive] = useAnswered(sent, onChanged);
  const [asked, setAsked] = useState<MeetingAction | null>(null);
  const { isSending, submit } = useSubmit();
  const { text, tone } = meetingState(t, meeting);
  const news = meetingNews(t, meeting);
  const { id, place, actions } = meeting;
  const close = (): void => setAsked(null);

  function press(action: MeetingAction): void {
    if (action === 'change' || action === 'cancel' || action === 'relative') setAsked(action);
    else void submit(async () => receive(await call(meetingsApi[action], { params: { id } })));
  }

  return (
    <div className={cardStyles.card}>
      <div className={styles.head}>
        <span className={styles.icon}>
          <IconCalendarEvent size={24} stroke={ICON_STROKE} aria-hidden="true" />
        </span>
        <DealWords kind={t('deals.meeting.title')} title={meeting.title} link={link}>
          <time className={styles.when} dateTime={meeting.at} suppressHydrationWarning>
            {formatLongMoment(lang, meeting.at)}
          </time>
        </DealWords>
      </div>
      <div className={styles.place}>
        <PlaceIcon kind={place.kind} />
        <span>
          {place.name}
          {place.address !== '' && <small>{place.address}</small>}
        </span>
      </div>
      {meeting.note !== '' && <p className={styles.note}>{meeting.note}</p>}
      <DealState text={news === null ? text : `${text} · ${news}`} tone={tone} />
      {meeting.cancelled !== null && meeting.cancelled.reason !== '' && (
        <p className={styles.note}>{t('deals.meeting.reason', { reason: meeting.cancelled.reason })}</p>
      )}
      <RelativeLine meeting={meeting} />
      <DealActions
        actions={actions}
        looks={LOOKS}
        textOf={(action) => t(`deals.meeting.action.${action}`)}
        isSending={isSending}
        onPress={press}
      >
        {meeting.state === 'agreed' && actions.includes('cancel') && (
          <a href={calendarPath(id)} download className={button('quiet', 'small')}>
            <IconCalendarPlus size={17} stroke={ICON_STROKE} aria-hidden="true" />
            {t('deals.meeting.toCalendar')}
          </a>
        )}
      </DealActions>
      <Suspense>
        {asked === 'change' && (
          <MeetingDialog
            about={{ meeting }}
            onSent={() => receive({ ...meeting, state: 'replaced', actions: [] })}
            onClose={close}
          />
        )}
        {asked === 'cancel' && <CancelDialog id={id} onDone={receive} onClose={close} />}
        {asked === 'relative' && <RelativeDialog meeting={meeting} onDone={receive} onClose={close} />}
      </Suspense>
    </div>
  );
}

/** Seen by the reader alone: who of the family is told when the reader does not confirm. */
function RelativeLine({ meeting: { relative, actions, confirmed } }: { meeting: Meeting }) {
  const t = useText('deals');
  if (confirmed.me === 1 || (relative === null && !actions.includes('relative'))) return null;
  const words =
    relative === null
      ? t('deals.meeting.relative.hint')
      : t(relative.notified === 1 ? 'deals.meeting.relative.notified' : 'deals.meeting.relative.chosen', {
          name: relative.name,
        });
  return (
    <p className={styles.relative}>
      <IconUserHeart size={17} stroke={ICON_STROKE} aria-hidden="true" />
      {words}
    </p>
  );
}
