import { IconLock, IconMicrophone, IconSend2 } from 'virtual:icons';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useText } from '../../platform/i18n.tsx';
import { ICON_STROKE } from '../../ui/icon.ts';
import type { Voice } from './use-voice.ts';
import styles from './voice-recorder.module.css';

interface VoiceButtonProps {
  voice: Voice;
  isDisabled: boolean;
  onSend: () => void;
}

/** Milliseconds; a shorter press records hands-free, so that holding is never required. */
const PRESS_MS = 350;
const CANCEL_PX = 110;
const LOCK_PX = 64;

interface Grip {
  x: number;
  y: number;
  at: number;
}

/**
 * Record button. Hold to record, release to send, drag left to cancel, drag up to lock. A click, Enter or Space records
 * hands-free, and the next one sends.
 */
export function VoiceButton({ voice, isDisabled, onSend }: VoiceButtonProps) {
  const t = useText('composer');
  const button = useRef<HTMLButtonElement>(null);
  const grip = useRef<Grip | null>(null);
  /** The click that ends a gesture is not a press of its own. */
  const isGesture = useRef(false);
  const { phase, isAway } = voice;
  const isFree = phase === 'locked' || phase === 'paused';
  const latest = useRef(phase);
  latest.current = phase;

  useEffect(() => {
    if (phase === 'locked' && document.activeElement === document.body) button.current?.focus();
  }, [phase]);

  function handleDown(event: PointerEvent<HTMLButtonElement>): void {
    isGesture.current = false;
    if (event.button !== 0 || phase !== 'idle') return;
    isGesture.current = true;
    grip.current = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    event.currentTarget.setPointerCapture(event.pointerId);
    voice.start('held');
  }

  function handleMove(event: PointerEvent): void {
    const held = grip.current;
    if (!held) return;
    if (held.y - event.clientY > LOCK_PX && held.x - event.clientX < CANCEL_PX) {
      grip.current = null;
      navigator.vibrate?.(20);
      voice.lock();
      return;
    }
    voice.setAway(held.x - event.clientX > CANCEL_PX);
  }

  function handleUp(event: PointerEvent): void {
    const held = grip.current;
    grip.current = null;
    if (!held) return;
    if (held.x - event.clientX > CANCEL_PX) voice.cancel();
    else if (event.timeStamp - held.at < PRESS_MS || latest.current === 'asking') voice.lock();
    else if (latest.current === 'held') onSend();
  }

  /** The system cancelled the pointer; the recording goes on, so that nothing is lost. */
  function handleLost(): void {
    if (!grip.current) return;
    grip.current = null;
    voice.lock();
  }

  function handleClick(): void {
    if (isGesture.current) isGesture.current = false;
    else if (phase === 'idle') voice.start('locked');
    else if (isFree) onSend();
  }

  function handleKey(event: KeyboardEvent): void {
    isGesture.current = false;
    if (event.key !== 'Escape' || !isFree) return;
    event.preventDefault();
    event.stopPropagation();
    // A key pressed by mistake only pauses and deletes nothing.
    voice.pause();
  }

  const Picture = isFree || phase === 'done' ? IconSend2 : IconMicrophone;
  const label = t(isFree ? 'composer.voice.send' : 'composer.voice.record');
  return (
    <span className={styles.place}>
      {phase === 'held' && (
        <span className={styles.lock} aria-hidden="true">
          <IconLock size={20} stroke={ICON_STROKE} />
        </span>
      )}
      <button
        ref={button}
        type="button"
        className={styles.button}
        data-phase={phase}
        data-away={isAway || undefined}
        aria-label={label}
        title={phase === 'idle' ? t('composer.voice.hint') : label}
        aria-pressed={phase === 'idle' ? false : undefined}
        disabled={isDisabled || phase === 'done'}
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onPointerUp={handleUp}
        onPointerCancel={handleLost}
        onLostPointerCapture={handleLost}
        onContextMenu={(event: MouseEvent) => event.preventDefault()}
        onKeyDown={handleKey}
        onClick={handleClick}
      >
        <Picture size={Picture === IconSend2 ? 22 : 24} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
    </span>
  );
}
