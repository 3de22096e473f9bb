import { IconDots, IconMessage, IconPhoneOff, IconScreenShare, IconScreenShareOff, IconUserPlus } from 'virtual:icons';
import { CALL_PARTICIPANTS_MAX } from '#contract/live/media-room';
import { useText } from '../../../platform/i18n.tsx';
import { type ActiveCall, countOccupiedPlaces } from '../call-state.ts';
import { useCalls } from '../use-calls.ts';
import styles from './call-window.module.css';
import { Control, DeviceControl } from './control.tsx';
import { MoreMenu } from './more-menu.tsx';

const MORE_ID = 'call-more';

interface CallBarProps {
  running: ActiveCall;
  isNarrow: boolean;
  isChatOpen: boolean;
  unread: number;
  onChat: () => void;
  onAdd: () => void;
  onDevices: () => void;
  onListen: () => void;
  /** Opens picture-in-picture; null where it is unavailable. */
  onFloat: (() => void) | null;
}

/** Phones have no `getDisplayMedia`. */
const canShare = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === 'function';

export function CallBar({
  running,
  isNarrow,
  isChatOpen,
  unread,
  onChat,
  onAdd,
  onDevices,
  onListen,
  onFloat,
}: CallBarProps) {
  const t = useText('calls');
  const { calls } = useCalls();
  const { microphone, camera, isSharing } = running.own;
  const isIn = running.phase === 'running' || running.phase === 'connecting';
  const show = t(isSharing ? 'calls.screen.off' : 'calls.screen.on');
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('calls.bar')}>
      <DeviceControl
        kind="microphone"
        track={microphone}
        data-problem={microphone.problem ?? undefined}
        aria-busy={microphone.isOpening}
        shortcut="M"
        onSwitch={calls.setMicrophone}
      />
      <DeviceControl
        kind="camera"
        track={camera}
        data-problem={camera.problem ?? undefined}
        aria-busy={camera.isOpening}
        onSwitch={calls.setCamera}
      />
      {!isNarrow && canShare() && (
        <Control
          icon={isSharing ? IconScreenShareOff : IconScreenShare}
          label={show}
          data-on={isSharing || undefined}
          disabled={!isIn}
          onClick={() => calls.share(!isSharing)}
        />
      )}
      <Control
        icon={IconUserPlus}
        label={t('calls.add', { count: countOccupiedPlaces(running.call), max: CALL_PARTICIPANTS_MAX })}
        disabled={running.call === null || running.phase === 'visiting'}
        onClick={onAdd}
      />
      <Control
        icon={IconMessage}
        label={unread > 0 && !isChatOpen ? t('calls.chat.unread', { count: unread }) : t('calls.chat')}
        data-on={isChatOpen || undefined}
        data-new={(unread > 0 && !isChatOpen) || undefined}
        disabled={!isIn}
        aria-pressed={isChatOpen}
        onClick={onChat}
      />
      <Control icon={IconDots} label={t('calls.more')} popoverTarget={MORE_ID} />
      <MoreMenu
        id={MORE_ID}
        running={running}
        share={isNarrow && canShare() && isIn ? { label: show, onPress: () => calls.share(!isSharing) } : null}
        onDevices={onDevices}
        onListen={onListen}
        onFloat={onFloat}
      />
      <Control
        icon={IconPhoneOff}
        label={t('calls.end')}
        size={24}
        className={styles.end}
        onClick={() => calls.hangUp()}
      />
    </div>
  );
}
