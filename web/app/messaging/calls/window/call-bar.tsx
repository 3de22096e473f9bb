import {
  IconDots,
  IconMessage,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconScreenShare,
  IconScreenShareOff,
  IconUserPlus,
  IconVideo,
  IconVideoOff,
} from '@tabler/icons-react';
import { CALL_PARTICIPANTS_MAX } from '#contract/live/media-room';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { type ActiveCall, countOccupiedPlaces } from '../call-state.ts';
import { useCalls } from '../use-calls.ts';
import styles from './call-window.module.css';
import { MoreMenu } from './more-menu.tsx';

const ICON = { size: 23, stroke: ICON_STROKE, 'aria-hidden': true } as const;
const MORE_ID = 'call-more';

interface CallBarProps {
  running: ActiveCall;
  isNarrow: boolean;
  isChatOpen: boolean;
  unread: number;
  onChat: () => void;
  onAdd: () => void;
  onDevices: () => void;
  /** Opens picture-in-picture; null where it is unavailable. */
  onFloat: (() => void) | null;
}

/** Phones have no `getDisplayMedia`. */
const canShare = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === 'function';

export function CallBar({ running, isNarrow, isChatOpen, unread, onChat, onAdd, onDevices, onFloat }: CallBarProps) {
  const t = useText('calls');
  const { calls } = useCalls();
  const { microphone, camera, isSharing } = running.own;
  const isIn = running.phase === 'running' || running.phase === 'connecting';
  const hear = t(microphone.isOn ? 'calls.microphone.off' : 'calls.microphone.on');
  const see = t(camera.isOn ? 'calls.camera.off' : 'calls.camera.on');
  const show = t(isSharing ? 'calls.screen.off' : 'calls.screen.on');
  const add = t('calls.add', { count: countOccupiedPlaces(running.call), max: CALL_PARTICIPANTS_MAX });
  const talk = unread > 0 && !isChatOpen ? t('calls.chat.unread', { count: unread }) : t('calls.chat');
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('calls.bar')}>
      <button
        type="button"
        className={styles.control}
        data-off={!microphone.isOn || undefined}
        data-problem={microphone.problem ?? undefined}
        aria-busy={microphone.isOpening}
        aria-label={hear}
        aria-keyshortcuts="m"
        title={`${hear} (M)`}
        onClick={() => calls.setMicrophone(!microphone.isOn)}
      >
        {microphone.isOn ? <IconMicrophone {...ICON} /> : <IconMicrophoneOff {...ICON} />}
      </button>
      <button
        type="button"
        className={styles.control}
        data-off={!camera.isOn || undefined}
        data-problem={camera.problem ?? undefined}
        aria-busy={camera.isOpening}
        aria-label={see}
        title={see}
        onClick={() => calls.setCamera(!camera.isOn)}
      >
        {camera.isOn ? <IconVideo {...ICON} /> : <IconVideoOff {...ICON} />}
      </button>
      {!isNarrow && canShare() && (
        <button
          type="button"
          className={styles.control}
          data-on={isSharing || undefined}
          disabled={!isIn}
          aria-label={show}
          title={show}
          onClick={() => calls.share(!isSharing)}
        >
          {isSharing ? <IconScreenShareOff {...ICON} /> : <IconScreenShare {...ICON} />}
        </button>
      )}
      <button
        type="button"
        className={styles.control}
        disabled={running.call === null || running.phase === 'visiting'}
        aria-label={add}
        title={add}
        onClick={onAdd}
      >
        <IconUserPlus {...ICON} />
      </button>
      <button
        type="button"
        className={styles.control}
        data-on={isChatOpen || undefined}
        data-new={(unread > 0 && !isChatOpen) || undefined}
        disabled={!isIn}
        aria-label={talk}
        aria-pressed={isChatOpen}
        title={talk}
        onClick={onChat}
      >
        <IconMessage {...ICON} />
      </button>
      <button
        type="button"
        className={styles.control}
        popoverTarget={MORE_ID}
        aria-label={t('calls.more')}
        title={t('calls.more')}
      >
        <IconDots {...ICON} />
      </button>
      <MoreMenu
        id={MORE_ID}
        running={running}
        share={isNarrow && canShare() && isIn ? { label: show, onPress: () => calls.share(!isSharing) } : null}
        onDevices={onDevices}
        onFloat={onFloat}
      />
      <button
        type="button"
        className={styles.end}
        aria-label={t('calls.end')}
        title={t('calls.end')}
        onClick={() => calls.hangUp()}
      >
        <IconPhoneOff size={24} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
    </div>
  );
}
