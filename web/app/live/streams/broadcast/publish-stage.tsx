import { IconMaximize, IconMinimize, IconSettings } from 'virtual:icons';
import type { Stream } from '@app/contract/live/streams';
import { type ReactNode, useEffect, useRef } from 'react';
import { streamsApi } from '#contract/live/streams';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { formatDuration } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import { IconButton, TextButton } from '../../../ui/buttons.tsx';
import { useFullscreen } from '../../../ui/media/use-fullscreen.ts';
import { toast } from '../../../ui/toast/toast.ts';
import type { RenewedJoinToken } from '../../media-rooms/room-types.ts';
import { useWebRtc } from '../../media-rooms/web-rtc.ts';
import { StreamStateBadge, ViewerCount } from '../stream-badges.tsx';
import { useElapsed } from '../use-elapsed.ts';
import { usePosters } from '../use-posters.ts';
import { Overlay } from '../watch/live-overlay.tsx';
import styles from '../watch/live-player.module.css';
import type { Broadcast } from './broadcast.ts';
import { LocalMediaProblems, LocalMediaSwitches, LocalPreview } from './local-preview.tsx';
import { openBroadcast } from './page-broadcast.ts';
import own from './publish-stage.module.css';
import { useBroadcastView } from './use-broadcast.ts';

const RETRY_MS = 2000;

interface PublishStageProps {
  stream: Stream;
  broadcast: Broadcast | null;
  onBroadcast: (broadcast: Broadcast | null) => void;
  onEnded: () => void;
  onEnd: () => void;
  onSettings: () => void;
  children: ReactNode;
}

function useSending(stream: Stream, broadcast: Broadcast | null, onEnded: () => void): void {
  const id = stream.stream_id;
  const onEndedRef = useRef(onEnded);
  onEndedRef.current = onEnded;
  useEffect(() => {
    if (broadcast === null) return;
    let isMounted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const requestJoinToken = async (): Promise<RenewedJoinToken | null> => {
      const { seat: joinToken, ice } = await call(streamsApi.createJoinToken, { params: { id }, isQuiet: true });
      return joinToken ? { ...joinToken, ice } : null;
    };
    const isAnswer = (error: unknown): boolean =>
      isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429;
    const renewJoinToken = (): Promise<RenewedJoinToken | null> =>
      requestJoinToken().catch((error: unknown) => {
        if (isAnswer(error)) return null;
        throw error;
      });
    async function enter(): Promise<void> {
      try {
        const joinToken = await requestJoinToken();
        if (!isMounted || broadcast === null) return;
        if (joinToken === null) scheduleRetry();
        else broadcast.enter(joinToken, joinToken.ice ?? [], renewJoinToken);
      } catch (error) {
        if (!isApiError(error)) throw error;
        if (!isMounted) return;
        if (error.status === 404 || error.body.code === 'stream_over') onEndedRef.current();
        else scheduleRetry();
      }
    }
    function scheduleRetry(): void {
      clearTimeout(timer);
      timer = setTimeout(() => void enter(), RETRY_MS);
    }
    const leave = broadcast.subscribe(() => {
      const { endReason: reason } = broadcast.view();
      if (reason === 'ended' || reason === 'dropped') onEndedRef.current();
      else if (reason === 'refused') scheduleRetry();
    });
    void enter();
    return () => {
      isMounted = false;
      clearTimeout(timer);
      leave();
      broadcast.close();
    };
  }, [broadcast, id]);
}

export function PublishStage(props: PublishStageProps) {
  const { stream, broadcast, onBroadcast, children } = props;
  const t = useText('streams', 'calls');
  const root = useRef<HTMLDivElement>(null);
  const view = useBroadcastView(broadcast);
  const { isFull, toggleFull } = useFullscreen(root);
  const elapsed = useElapsed(stream.started_at);
  const canSend = useWebRtc();
  useSending(stream, broadcast, props.onEnded);
  usePosters(stream, root, broadcast !== null && stream.state === 'live');

  useEffect(() => broadcast?.onLost((kind) => toast.error(t(`calls.lost.${kind}`))), [broadcast, t]);

  /** Another page of this user has taken over, or this page was reloaded. */
  const isElsewhere = broadcast === null || view.endReason === 'replaced';

  async function takeOver(): Promise<void> {
    const opened = openBroadcast();
    onBroadcast(opened);
    await opened.media.setMicrophone(true);
    await opened.media.setCamera(true);
  }

  const full = t(isFull ? 'streams.player.small' : 'streams.player.full');
  return (
    <>
      <div ref={root} className={`${styles.player} ${own.stage}`} data-media="">
        {isElsewhere ? (
          <>
            {stream.poster && <img className={styles.poster} src={stream.poster} alt="" />}
            <Overlay title={t('streams.elsewhere')} {...(!canSend && { text: t('streams.dialog.browser.cannot') })}>
              {canSend && (
                <TextButton
                  text={t('streams.elsewhere.here')}
                  className={`${button('light', 'small')} ${own.here}`}
                  onClick={() => void takeOver()}
                />
              )}
            </Overlay>
          </>
        ) : (
          <LocalPreview own={view.own} />
        )}
        <span className={styles.mark}>
          <StreamStateBadge state={view.room === 'reconnecting' ? 'lost' : stream.state} />
        </span>
        <span className={styles.views}>
          <ViewerCount count={stream.viewers} />
        </span>
        {!isElsewhere && view.room === 'reconnecting' && <Overlay loader title={t('streams.lost')} />}
        {children}
        <fieldset className={styles.bar}>
          <legend className="sr">{t('streams.player')}</legend>
          <div className={`${styles.row} ${own.row}`}>
            {stream.started_at !== null && <span className={`num ${styles.time}`}>{formatDuration(elapsed)}</span>}
            <span className={styles.gap} />
            {!isElsewhere && broadcast !== null && <LocalMediaSwitches broadcast={broadcast} own={view.own} />}
            <IconButton
              icon={IconSettings}
              label={t('streams.settings')}
              size={21}
              hasTooltip
              className={own.control}
              onClick={props.onSettings}
            />
            <TextButton text={t('streams.end')} className={own.end} onClick={props.onEnd} />
            <span className={styles.gap} />
            <IconButton
              icon={isFull ? IconMinimize : IconMaximize}
              label={full}
              size={21}
              hasTooltip
              className={styles.control}
              onClick={() => void toggleFull()}
            />
          </div>
        </fieldset>
      </div>
      {!isElsewhere && (
        <div className={own.problems}>
          <LocalMediaProblems own={view.own} />
        </div>
      )}
    </>
  );
}

export function WaitForIngest() {
  const t = useText('streams');
  return <Overlay loader title={t('streams.obs.wait')} text={t('streams.obs.wait.text')} />;
}
