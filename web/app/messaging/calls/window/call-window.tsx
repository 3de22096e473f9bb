import { type CSSProperties, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { canFloat, toggleFloating } from '../../../live/media-rooms/picture-in-picture.ts';
import { cut } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { useMachineState } from '../../../platform/state-machine.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import type { ActiveCall } from '../call-state.ts';
import { CallStatusText } from '../call-status-text.tsx';
import { useCaptions } from '../captions/use-captions.ts';
import { ListenDialog } from '../listening/listen-dialog.tsx';
import { ListeningStrip } from '../listening/listening-strip.tsx';
import { FinishedRecordingCards } from '../recording/recorded-card.tsx';
import { RecordingStrip } from '../recording/recording-strip.tsx';
import { useCalls, useTimer } from '../use-calls.ts';
import { AddPeople } from './add-people.tsx';
import { CallBar } from './call-bar.tsx';
import { CallEndNotice } from './call-end-notice.tsx';
import { CallPill } from './call-pill.tsx';
import { type CallLayout, findLargeTile, listCallTiles } from './call-tiles.ts';
import styles from './call-window.module.css';
import { CallWindowTitle, countPeople } from './call-window-title.tsx';
import { ChatPanel } from './chat-panel.tsx';
import { ChatPreview } from './chat-preview.tsx';
import { DevicesDialog } from './devices-dialog.tsx';
import { Tiles } from './tiles.tsx';
import { useWindowRect } from './use-window-rect.ts';

const CaptionsOverlay = lazyPart(() =>
  import('../captions/captions-overlay.tsx').then(({ CaptionsOverlay }) => CaptionsOverlay),
);

const TITLE_MAX = 34;
/** Pixels; a narrower window has no room for a chat beside the tiles. */
const CHAT_BESIDE = 760;

function useTitle(running: ActiveCall, viewerId: number): string {
  const t = useText('calls');
  const { call } = running;
  if (call === null) return t('calls.title');
  if (call.ad !== null) return t('calls.title.ad', { title: cut(call.ad.title, TITLE_MAX) });
  const others = call.people.filter(({ user_id }) => user_id !== viewerId);
  const [only] = others;
  return only !== undefined && others.length === 1 ? `${only.firstname} ${only.lastname}`.trim() : t('calls.title');
}

function useLastSpeaker(running: ActiveCall, viewerId: number): number | null {
  const speaker = running.media.speakers.find((user) => user !== viewerId) ?? null;
  const [lastSpeaker, setLast] = useState<number | null>(null);
  if (speaker !== null && speaker !== lastSpeaker) setLast(speaker);
  return speaker ?? lastSpeaker;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The chat closes when the room for it beside the tiles is gone. */
function useChatOpen(isTight: boolean) {
  const [isChatOpen, setChatOpen] = useState(false);
  const [wasTight, setWasTight] = useState(isTight);
  if (isTight !== wasTight) {
    setWasTight(isTight);
    if (isTight) setChatOpen(false);
  }
  return [isChatOpen, setChatOpen] as const;
}

/** The key M switches the microphone. */
function useMuteKey(running: ActiveCall): void {
  const { calls } = useCalls();
  const isCalm = running.phase === 'over' || running.phase === 'visiting';
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'm' && event.code !== 'KeyM') return;
    if (event.repeat || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target) || isCalm) return;
    event.preventDefault();
    calls.setMicrophone(!running.own.microphone.isOn);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

export function CallWindow({ running }: { running: ActiveCall }) {
  const t = useText('calls');
  const { chat, viewerId } = useCalls();
  const { unread, messages } = useMachineState(chat);
  const { isShown: hasCaptions } = useCaptions();
  const { rect, isFixed, title, corner, moveKeys, resizeKeys, put } = useWindowRect();
  const [isRolled, setRolled] = useState(false);
  const [isFull, setFull] = useState(false);
  const isTight = isFixed || (rect !== null && !isFull && rect.width < CHAT_BESIDE);
  const [isChatOpen, setChatOpen] = useChatOpen(isTight);
  const [layout, setLayout] = useState<CallLayout>('grid');
  const [pinned, setPinned] = useState<string | null>(null);
  const [opened, setOpened] = useState<'add' | 'devices' | 'listen' | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const timer = useTimer(running);
  const name = useTitle(running, viewerId);
  const speaker = useLastSpeaker(running, viewerId);

  const isIn = running.phase === 'running' || running.phase === 'connecting';
  const tiles = listCallTiles(running, viewerId);
  const large = findLargeTile(tiles, layout, pinned, speaker);
  const count = countPeople(running, viewerId);
  const hasChat = isChatOpen && isIn && running.call !== null;

  const news = unread > 0 && !hasChat && isIn ? messages.findLast(({ mine }) => mine === 0) : undefined;

  useMuteKey(running);

  useEffect(() => chat.setVisible(hasChat && !isRolled), [chat, hasChat, isRolled]);

  useEffect(() => {
    if (!isRolled) root.current?.focus({ preventScroll: true });
  }, [isRolled]);

  function float(): void {
    const wanted = large ?? tiles.find(({ isOwn, stream }) => !isOwn && stream !== null);
    const videos = [...(root.current?.querySelectorAll('video') ?? [])];
    const video = videos.find(({ dataset }) => dataset.user === String(wanted?.user)) ?? videos[0];
    if (video) void toggleFloating(video);
  }

  if (isRolled && running.phase !== 'over')
    return createPortal(
      <CallPill
        running={running}
        timer={timer}
        speaker={running.media.speakers[0] ?? null}
        onUnroll={() => setRolled(false)}
      />,
      document.body,
    );

  const style: CSSProperties | undefined = rect === null || isFull ? undefined : { ...rect };
  return createPortal(
    <div
      ref={root}
      role="dialog"
      aria-label={running.call === null ? name : t('calls.window', { count })}
      tabIndex={-1}
      className={`${styles.dark} ${styles.window}`}
      data-fixed={isFixed || undefined}
      data-full={isFull || undefined}
      data-tight={(isTight && !isFixed) || undefined}
      data-phase={running.phase}
      style={style}
    >
      <CallWindowTitle
        running={running}
        name={name}
        timer={timer}
        isFixed={isFixed}
        hasCount={isFixed || !isTight}
        moveHandle={title}
        onMoveKey={moveKeys}
        layout={layout}
        onLayout={(next) => {
          setLayout(next);
          setPinned(null);
        }}
        onCorner={(windowCorner) => {
          setFull(false);
          put(windowCorner);
        }}
        isFull={isFull}
        onFull={() => setFull(!isFull)}
        onRoll={() => setRolled(true)}
      />
      {isIn && <RecordingStrip running={running} />}
      <ListeningStrip />
      {running.phase !== 'over' && <FinishedRecordingCards place="call" />}
      <div className={styles.body}>
        {/* In a small window the chat covers the tiles, which stay mounted beneath it. */}
        <div className={styles.stage} hidden={isTight && hasChat}>
          {running.phase === 'over' ? (
            <CallEndNotice running={running} name={name} />
          ) : (
            <>
              <CallStatusText running={running} />
              <Tiles
                running={running}
                tiles={tiles}
                large={large}
                pinned={pinned}
                onPin={setPinned}
                overlay={
                  hasCaptions && isIn ? (
                    <Suspense>
                      <CaptionsOverlay running={running} />
                    </Suspense>
                  ) : null
                }
                className={styles.tiles}
              />
              {news !== undefined && <ChatPreview key={news.id} message={news} onOpen={() => setChatOpen(true)} />}
              <CallBar
                running={running}
                isNarrow={isTight}
                isChatOpen={hasChat}
                unread={unread}
                onChat={() => setChatOpen(!isChatOpen)}
                onAdd={() => setOpened('add')}
                onDevices={() => setOpened('devices')}
                onListen={() => setOpened('listen')}
                onFloat={canFloat() ? float : null}
              />
            </>
          )}
        </div>
        {hasChat && <ChatPanel isOver={isTight} onClose={isTight ? () => setChatOpen(false) : null} />}
      </div>
      {!isFixed && !isFull && (
        <button
          type="button"
          className={styles.resize}
          data-grip=""
          aria-label={t('calls.place.resize')}
          onKeyDown={resizeKeys}
          {...corner}
        />
      )}
      {opened === 'add' && running.call !== null && <AddPeople call={running.call} onClose={() => setOpened(null)} />}
      {opened === 'devices' && <DevicesDialog running={running} onClose={() => setOpened(null)} />}
      {opened === 'listen' && isIn && <ListenDialog onClose={() => setOpened(null)} />}
    </div>,
    document.body,
  );
}
