import { IconBellOff, IconCheck, IconClock, IconSend2 } from '@tabler/icons-react';
import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { menuRow } from '../../../ui/frame/menu.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import styles from './composer.module.css';
import { openAbove } from './pop-menu.ts';

interface SendButtonProps {
  mode: 'send' | 'save';
  isDisabled: boolean;
  parts: number;
  onSend: (silent: boolean) => void;
  onLater: (() => void) | undefined;
}

const ICON = { size: 20, stroke: ICON_STROKE, 'aria-hidden': true } as const;
const LONG_PRESS_MS = 450;

/** Sends on click; a long press or the right mouse button opens the menu. */
export function SendButton({ mode, isDisabled, parts, onSend, onLater }: SendButtonProps) {
  const t = useText('composer');
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** A long press ends with a click, which must not send. */
  const wasLong = useRef(false);
  const isHeld = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  function openSendMenu(): void {
    if (mode === 'save' || isDisabled || !menu.current || !button.current || menu.current.matches(':popover-open'))
      return;
    openAbove(menu.current, button.current, 'right', isHeld.current);
  }

  function handleDown(event: PointerEvent): void {
    wasLong.current = false;
    isHeld.current = true;
    if (event.pointerType === 'mouse') return;
    timer.current = setTimeout(() => {
      wasLong.current = true;
      openSendMenu();
    }, LONG_PRESS_MS);
  }

  function handleRelease(): void {
    clearTimeout(timer.current);
    isHeld.current = false;
  }

  function handleMenu(event: MouseEvent): void {
    event.preventDefault();
    clearTimeout(timer.current);
    openSendMenu();
  }

  function handleClick(): void {
    clearTimeout(timer.current);
    if (wasLong.current) wasLong.current = false;
    else onSend(false);
  }

  function choose(action: () => void): void {
    menu.current?.hidePopover();
    action();
  }

  const isSave = mode === 'save';
  const label = isSave
    ? t('composer.save')
    : parts > 1
      ? t('composer.send.parts', { count: parts })
      : t('composer.send');
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`${styles.round} ${styles.send} ${parts > 1 ? styles.parts : ''}`}
        aria-label={label}
        title={isSave || parts > 1 ? label : t('composer.send.hint')}
        aria-haspopup={isSave ? undefined : 'dialog'}
        disabled={isDisabled}
        onPointerDown={handleDown}
        onPointerUp={handleRelease}
        onPointerLeave={handleRelease}
        onContextMenu={handleMenu}
        onClick={handleClick}
      >
        {isSave ? <IconCheck {...ICON} size={24} /> : <IconSend2 {...ICON} size={22} />}
        {parts > 1 && !isSave && label}
      </button>
      <div ref={menu} popover="auto" role="dialog" aria-label={t('composer.send.menu')} className={styles.menu}>
        <button type="button" className={menuRow} onClick={() => choose(() => onSend(true))}>
          <IconBellOff {...ICON} />
          {t('composer.send.silent')}
        </button>
        {onLater && (
          <button type="button" className={menuRow} onClick={() => choose(onLater)}>
            <IconClock {...ICON} />
            {t('composer.send.later')}
          </button>
        )}
      </div>
    </>
  );
}
