import { IconBellOff, IconCheck, IconClock, IconSend2 } from 'virtual:icons';
import { useRef } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { MenuItem } from '../../../ui/frame/menu.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { useLongPress } from '../use-long-press.ts';
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

/** Sends on click; a long press or the right mouse button opens the menu. */
export function SendButton({ mode, isDisabled, parts, onSend, onLater }: SendButtonProps) {
  const t = useText('composer');
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const isHeld = useRef(false);
  const press = useLongPress(openSendMenu);

  function openSendMenu(): void {
    if (mode === 'save' || isDisabled || !menu.current || !button.current || menu.current.matches(':popover-open'))
      return;
    openAbove(menu.current, button.current, 'right', isHeld.current);
  }

  function handleRelease(): void {
    isHeld.current = false;
    press.onPointerUp();
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
        {...press}
        onPointerDown={(event) => {
          isHeld.current = true;
          press.onPointerDown(event);
        }}
        onPointerUp={handleRelease}
        onPointerLeave={handleRelease}
        onClick={() => onSend(false)}
      >
        {isSave ? <IconCheck {...ICON} size={24} /> : <IconSend2 {...ICON} size={22} />}
        {parts > 1 && !isSave && label}
      </button>
      <div ref={menu} popover="auto" role="dialog" aria-label={t('composer.send.menu')} className={styles.menu}>
        <MenuItem icon={IconBellOff} onClick={() => choose(() => onSend(true))}>
          {t('composer.send.silent')}
        </MenuItem>
        {onLater && (
          <MenuItem icon={IconClock} onClick={() => choose(onLater)}>
            {t('composer.send.later')}
          </MenuItem>
        )}
      </div>
    </>
  );
}
