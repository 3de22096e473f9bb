import { IconBadgeCc, IconDots, IconHandStop, IconMicrophoneOff, IconPinned } from 'virtual:icons';
import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { IconButton } from '../../../ui/buttons.tsx';
import { Toggle } from '../../../ui/form/toggle.tsx';
import { Menu } from '../../../ui/frame/menu.tsx';
import { MenuButton } from '../../../ui/frame/menu-button.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { UserPic } from '../../../ui/user-pic.tsx';
import type { ActiveCall } from '../call-state.ts';
import { useIsCaptioned } from '../captions/use-captions.ts';
import { useCalls } from '../use-calls.ts';
import { type CallTile, columnsFor } from './call-tiles.ts';
import frame from './call-window.module.css';
import { type FloatCorner, nextCorner } from './float-corner.ts';
import { FloatingTile } from './floating-tile.tsx';
import styles from './tiles.module.css';

/** Pixels; a narrower stage stacks the tiles. */
const NARROW = 560;
const FACE = 88;

/** The video is muted, because `RemoteAudio` plays the sound. */
function Picture({ stream, user, kind }: { stream: MediaStream; user: number; kind: CallTile['kind'] }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    element.srcObject = stream;
    void element.play?.().catch(() => undefined);
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  return (
    <video ref={video} data-user={user} data-kind={kind} muted autoPlay playsInline disablePictureInPicture={false} />
  );
}

interface TileMenuProps {
  tile: CallTile;
  name: string;
  isPinned: boolean;
  isOff: boolean;
  onPin: () => void;
  /** Moves a small tile to the next corner; undefined for others. */
  onMove: (() => void) | undefined;
}

function TileMenu({ tile, name, isPinned, isOff, onPin, onMove }: TileMenuProps) {
  const t = useText('calls');
  const { calls } = useCalls();
  const id = useId();
  const [volume, setVolume] = useState(() => calls.remoteAudio()?.volumeOf(tile.user) ?? 1);
  return (
    <>
      <IconButton
        icon={IconDots}
        label={t('calls.tile.menu', { name })}
        size={20}
        className={styles.menu}
        popoverTarget={id}
      />
      <Menu id={id} label={t('calls.tile.menu', { name })}>
        {!tile.isRinging && <MenuButton text={t(isPinned ? 'calls.tile.unpin' : 'calls.tile.pin')} onClick={onPin} />}
        {onMove && <MenuButton text={t('calls.tile.move')} onClick={onMove} />}
        {!tile.isOwn && !tile.isRinging && (
          <label className={styles.volume}>
            {t('calls.tile.volume')}
            <input
              type="range"
              min={0}
              max={100}
              step={5}
              value={Math.round(volume * 100)}
              onChange={({ currentTarget }) => {
                const next = Number(currentTarget.value) / 100;
                setVolume(next);
                calls.remoteAudio()?.setVolume(tile.user, next);
              }}
            />
          </label>
        )}
        {!tile.isOwn && !tile.isRinging && !tile.isMuted && tile.kind === 'person' && (
          <MenuButton
            text={t('calls.tile.mute')}
            onClick={() => {
              calls.requestMute(tile.user);
              toast.info(t('calls.mute.sent', { name }));
            }}
          />
        )}
        {!tile.isOwn && !tile.isRinging && tile.kind === 'person' && (
          <Toggle
            className={frame.menuToggle}
            label={t('calls.tile.save')}
            isOn={isOff}
            onSwitch={(next) => calls.setPersonLayer(tile.user, next ? 'off' : 'high')}
          >
            {t('calls.tile.save')}
          </Toggle>
        )}
        {tile.isRinging && <MenuButton text={t('calls.tile.stopRing')} onClick={() => calls.stopRinging(tile.user)} />}
      </Menu>
    </>
  );
}

interface TileProps extends Omit<TileMenuProps, 'name'> {
  hasOthers: boolean;
  isCaptioned: boolean;
}

function Tile({ tile, isPinned, isOff, hasOthers, isCaptioned, onPin, onMove }: TileProps) {
  const t = useText('calls');
  const name = `${tile.firstname} ${tile.lastname}`.trim();
  const label =
    tile.kind === 'screen'
      ? tile.isOwn
        ? t('calls.screen.own')
        : t('calls.screen.of', { name: tile.firstname })
      : tile.isOwn
        ? t('calls.you')
        : tile.firstname;
  const waits = tile.isRinging ? t('calls.person.ringing') : tile.isAway ? t('calls.person.away') : null;
  return (
    <li
      className={styles.tile}
      data-user={tile.user}
      data-screen={tile.kind === 'screen' || undefined}
      data-mirrored={(tile.isOwn && tile.kind === 'person') || undefined}
      data-speaks={(tile.isSpeaking && tile.kind === 'person') || undefined}
      data-dim={waits !== null || undefined}
      data-calm={(waits !== null && tile.stream === null) || undefined}
    >
      {tile.stream === null ? (
        <span className={styles.off}>
          <UserPic firstname={tile.firstname} lastname={tile.lastname} photo={tile.photo} size={FACE} />
        </span>
      ) : (
        <Picture stream={tile.stream} user={tile.user} kind={tile.kind} />
      )}
      {waits !== null && (
        <span className={styles.state} role="status">
          {!tile.isRinging && <span className={styles.loader} aria-hidden="true" />}
          <span>{waits}</span>
        </span>
      )}
      <span className={styles.name}>
        {tile.isMuted && tile.kind === 'person' && (
          <IconMicrophoneOff size={16} stroke={2} role="img" aria-label={t('calls.person.muted')} />
        )}
        {tile.isRaised && (
          <IconHandStop size={17} stroke={2} className={styles.hand} role="img" aria-label={t('calls.person.hand')} />
        )}
        {isCaptioned && tile.kind === 'person' && (
          <IconBadgeCc size={17} stroke={2} role="img" aria-label={t('calls.captions.person')} />
        )}
        {isPinned && <IconPinned size={16} stroke={2} aria-hidden="true" />}
        <span className="clip1" title={name}>
          {label}
        </span>
        {tile.isSaved && <span className="sr">{t('calls.person.saved')}</span>}
      </span>
      {hasOthers && (
        <TileMenu tile={tile} name={label} isPinned={isPinned} isOff={isOff} onPin={onPin} onMove={onMove} />
      )}
    </li>
  );
}

function useIsNarrow(): [(element: HTMLElement | null) => void, boolean] {
  const [isNarrow, setNarrow] = useState(false);
  const [box, setBox] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (box === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry)
        setNarrow(entry.contentRect.width < NARROW && entry.contentRect.height > entry.contentRect.width * 0.8);
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [box]);
  return [setBox, isNarrow];
}

interface TilesProps {
  running: ActiveCall;
  tiles: readonly CallTile[];
  large: CallTile | null;
  pinned: string | null;
  onPin: (key: string | null) => void;
  /** Lies over the lower part of the main picture. */
  overlay: ReactNode;
  className?: string | undefined;
}

export function Tiles({ running, tiles, large, pinned, onPin, overlay, className = '' }: TilesProps) {
  const [box, isNarrow] = useIsNarrow();
  const isCaptioned = useIsCaptioned();
  const { off } = running.media.saver;
  const [corner, setCorner] = useState<FloatCorner>('bottomRight');
  const rest = tiles.filter(({ key }) => key !== large?.key);
  const isPair = large !== null && rest.length === 1;
  const tile = (one: CallTile) => (
    <Tile
      key={one.key}
      tile={one}
      isPinned={one.key === pinned}
      isOff={off.includes(one.user)}
      hasOthers={tiles.length > 1}
      isCaptioned={isCaptioned(one.user)}
      onPin={() => onPin(one.key === pinned ? null : one.key)}
      onMove={isPair && one !== large ? () => setCorner(nextCorner(corner)) : undefined}
    />
  );
  const main = large === null ? tiles : [large];
  const across = columnsFor(main.length, isNarrow);
  return (
    <div ref={box} className={`${styles.box} ${className}`} data-overlay={overlay !== null || undefined}>
      <div className={styles.main}>
        <ul
          className={styles.tiles}
          data-large={large !== null || undefined}
          data-odd={(across === 2 && main.length % 2 === 1) || undefined}
          style={{ '--across': across } as CSSProperties}
        >
          {main.map(tile)}
        </ul>
        {overlay}
      </div>
      {isPair ? (
        <FloatingTile corner={corner} onCorner={setCorner}>
          {rest.map(tile)}
        </FloatingTile>
      ) : (
        large !== null && <ul className={styles.strip}>{rest.map(tile)}</ul>
      )}
    </div>
  );
}
