import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconGripVertical,
  IconLayoutGrid,
  IconLeaf,
  IconMinus,
  IconPhone,
} from '@tabler/icons-react';
import { type CSSProperties, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { canFloat, toggleFloating } from '../../../live/media-rooms/picture-in-picture.ts';
import { cut } from '../../../platform/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { Menu, menuRow, menuSeparator } from '../../../ui/frame/menu.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { type ActiveCall, othersIn } from '../call-state.ts';
import { CallStatusText } from '../call-status-text.tsx';
import { FinishedRecordingCards } from '../recording/recorded-card.tsx';
import { RecordingStrip } from '../recording/recording-strip.tsx';
import { useCalls, useTimer } from '../use-calls.ts';
import { AddPeople } from './add-people.tsx';
import { CallBar } from './call-bar.tsx';
import { CallPill } from './call-pill.tsx';
import { type CallLayout, findLargeTile, listCallTiles } from './call-tiles.ts';
import styles from './call-window.module.css';
import { ChatPanel } from './chat-panel.tsx';
import { DevicesDialog } from './devices-dialog.tsx';
import { Tiles } from './tiles.tsx';
import { useWindowRect } from './use-window-rect.ts';
import { WINDOW_CORNERS } from './window-rect.ts';

const ICON = { size: 20, stroke: ICON_STROKE, 'aria-hidden': true } as const;
const PLACE_ID = 'call-place';
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

export function CallWindow({ running }: { running: ActiveCall }) {
  const t = useText('calls');
  const { calls, chat, viewerId } = useCalls();
  const { unread } = useSyncExternalStore(chat.subscribe, chat.state, chat.state);
  const { rect, isFixed, title, corner, moveKeys, resizeKeys, put } = useWindowRect();
  const [isRolled, setRolled] = useState(false);
  const [isFull, setFull] = useState(false);
  const isTight = isFixed || (rect !== null && !isFull && rect.width < CHAT_BESIDE);
  const [isChatOpen, setChatOpen] = useState(!isTight);
  const [wasTight, setWasTight] = useState(isTight);
  if (isTight !== wasTight) {
    setWasTight(isTight);
    if (isTight) setChatOpen(false);
  }
  const [layout, setLayout] = useState<CallLayout>('grid');
  const [pinned, setPinned] = useState<string | null>(null);
  const [opened, setOpened] = useState<'add' | 'devices' | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const timer = useTimer(running);
  const name = useTitle(running, viewerId);
  const speaker = useLastSpeaker(running, viewerId);

  const isIn = running.phase === 'running' || running.phase === 'connecting';
  const tiles = listCallTiles(running, viewerId);
  const large = findLargeTile(tiles, layout, pinned, speaker);
  const count =
    running.call === null ? 1 : othersIn(running.call, viewerId).filter(({ state }) => state !== 'ringing').length + 1;
  const isCalm = running.phase === 'over' || running.phase === 'visiting';
  const hasChat = isChatOpen && isIn && running.call !== null;
  const state =
    running.phase === 'running' ? (running.media.state === 'reconnecting' ? 'reconnecting' : null) : running.phase;

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
      <div className={styles.title} {...(isFull ? {} : title)}>
        {isFixed ? (
          <button type="button" className={styles.icon} aria-label={t('calls.roll')} onClick={() => setRolled(true)}>
            <IconMinus size={22} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
        ) : (
          <button
            type="button"
            className={styles.grip}
            data-grip=""
            aria-label={t('calls.place.drag')}
            title={t('calls.place.drag')}
            onKeyDown={moveKeys}
          >
            <IconGripVertical size={18} stroke={ICON_STROKE} aria-hidden="true" />
          </button>
        )}
        <h2 className="clip1">{name}</h2>
        <span className={styles.dim} role="status">
          {state !== null && state !== 'over' && t(`calls.state.${state}`)}
        </span>
        {timer && <span className={`${styles.dim} dim num`}>{timer}</span>}
        {isIn && count > 1 && (isFixed || !isTight) && (
          <span className={`${styles.count} dim`}>{t('calls.people', { count })}</span>
        )}
        {!isCalm && (running.media.saver.isOn || running.media.saver.off.length > 0) && (
          <span className={styles.saving}>
            <IconLeaf size={15} stroke={ICON_STROKE} aria-hidden="true" />
            {t('calls.save.mark')}
          </span>
        )}
        <div className={styles.tools}>
          {!isFixed && (
            <>
              <button
                type="button"
                className={styles.icon}
                popoverTarget={PLACE_ID}
                aria-label={t('calls.place')}
                title={t('calls.place')}
              >
                <IconLayoutGrid {...ICON} />
              </button>
              <Menu id={PLACE_ID} label={t('calls.place')}>
                {(['grid', 'speaker'] as const).map((one) => (
                  <button
                    key={one}
                    type="button"
                    className={menuRow}
                    aria-pressed={layout === one}
                    onClick={() => {
                      setLayout(one);
                      setPinned(null);
                    }}
                  >
                    {t(`calls.view.${one}`)}
                  </button>
                ))}
                <hr className={menuSeparator} />
                {WINDOW_CORNERS.map((windowCorner) => (
                  <button
                    key={windowCorner}
                    type="button"
                    className={menuRow}
                    onClick={() => {
                      setFull(false);
                      put(windowCorner);
                    }}
                  >
                    {t(`calls.place.${windowCorner}`)}
                  </button>
                ))}
              </Menu>
              <button
                type="button"
                className={styles.icon}
                aria-label={t('calls.roll')}
                title={t('calls.roll')}
                onClick={() => setRolled(true)}
              >
                <IconMinus {...ICON} />
              </button>
              <button
                type="button"
                className={styles.icon}
                aria-label={t(isFull ? 'calls.full.off' : 'calls.full')}
                title={t(isFull ? 'calls.full.off' : 'calls.full')}
                onClick={() => setFull(!isFull)}
              >
                {isFull ? <IconArrowsMinimize {...ICON} /> : <IconArrowsMaximize {...ICON} />}
              </button>
            </>
          )}
        </div>
      </div>
      {isIn && <RecordingStrip running={running} />}
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
                className={styles.tiles}
              />
              <CallBar
                running={running}
                isNarrow={isTight}
                isChatOpen={hasChat}
                unread={unread}
                onChat={() => setChatOpen(!isChatOpen)}
                onAdd={() => setOpened('add')}
                onDevices={() => setOpened('devices')}
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
    </div>,
    document.body,
  );
}

function CallEndNotice({ running, name }: { running: ActiveCall; name: string }) {
  const t = useText('calls');
  const { calls, viewerId } = useCalls();
  const { endReason, call } = running;
  const others = call?.people.filter(({ user_id }) => user_id !== viewerId).map(({ user_id }) => user_id) ?? [];
  const mayRepeat = (endReason === 'missed' || endReason === 'busy' || endReason === 'lost') && others.length > 0;
  return (
    <div className={`${styles.over} ${styles.tiles}`} role="status">
      <h3>{t(`calls.over.${endReason ?? 'left'}`)}</h3>
      <p>{name}</p>
      <div className={styles.overActions}>
        {mayRepeat && (
          <button
            type="button"
            className={styles.plain}
            onClick={() => {
              calls.hangUp();
              void calls.start(others, { video: call?.video === 1, adId: call?.ad?.id });
            }}
          >
            <IconPhone {...ICON} />
            {t('calls.again')}
          </button>
        )}
        <button type="button" className={styles.plain} onClick={() => calls.hangUp()}>
          {t('frame.close')}
        </button>
      </div>
    </div>
  );
}
