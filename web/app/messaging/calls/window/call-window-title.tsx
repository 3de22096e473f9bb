import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconGripVertical,
  IconLayoutGrid,
  IconLeaf,
  IconMinus,
} from 'virtual:icons';
import type { ComponentProps, KeyboardEvent } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { IconButton } from '../../../ui/buttons.tsx';
import { Menu, menuSeparator } from '../../../ui/frame/menu.tsx';
import { MenuButton } from '../../../ui/frame/menu-button.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { type ActiveCall, othersIn } from '../call-state.ts';
import { useCalls } from '../use-calls.ts';
import type { CallLayout } from './call-tiles.ts';
import styles from './call-window.module.css';
import { Control } from './control.tsx';
import { WINDOW_CORNERS, type WindowCorner } from './window-rect.ts';

const PLACE_ID = 'call-place';
const TOOL = { className: styles.icon, size: 20 };

interface PlaceProps {
  layout: CallLayout;
  onLayout: (layout: CallLayout) => void;
  onCorner: (corner: WindowCorner) => void;
}

function PlaceMenu({ layout, onLayout, onCorner }: PlaceProps) {
  const t = useText('calls');
  return (
    <Menu id={PLACE_ID} label={t('calls.place')}>
      {(['grid', 'speaker'] as const).map((one) => (
        <MenuButton
          text={t(`calls.view.${one}`)}
          key={one}
          aria-pressed={layout === one}
          onClick={() => onLayout(one)}
        />
      ))}
      <hr className={menuSeparator} />
      {WINDOW_CORNERS.map((windowCorner) => (
        <MenuButton text={t(`calls.place.${windowCorner}`)} key={windowCorner} onClick={() => onCorner(windowCorner)} />
      ))}
    </Menu>
  );
}

interface ToolsProps extends PlaceProps {
  isFull: boolean;
  onFull: () => void;
  onRoll: () => void;
}

function WindowTools({ isFull, onFull, onRoll, ...place }: ToolsProps) {
  const t = useText('calls');
  return (
    <>
      <Control {...TOOL} icon={IconLayoutGrid} label={t('calls.place')} popoverTarget={PLACE_ID} />
      <PlaceMenu {...place} />
      <Control {...TOOL} icon={IconMinus} label={t('calls.roll')} onClick={onRoll} />
      <Control
        {...TOOL}
        icon={isFull ? IconArrowsMinimize : IconArrowsMaximize}
        label={t(isFull ? 'calls.full.off' : 'calls.full')}
        onClick={onFull}
      />
    </>
  );
}

/** Counts the people in the call, with the viewer. */
export const countPeople = ({ call }: ActiveCall, viewerId: number): number =>
  call === null ? 1 : othersIn(call, viewerId).filter(({ state }) => state !== 'ringing').length + 1;

function TitleState({ running, timer, hasCount }: { running: ActiveCall; timer: string; hasCount: boolean }) {
  const t = useText('calls');
  const { viewerId } = useCalls();
  const { phase, media } = running;
  const isIn = phase === 'running' || phase === 'connecting';
  const count = countPeople(running, viewerId);
  const reconnecting = media.state === 'reconnecting' ? 'reconnecting' : null;
  const state = phase === 'running' ? reconnecting : phase;
  const isCalm = phase === 'over' || phase === 'visiting';
  const isSaving = !isCalm && (media.saver.isOn || media.saver.off.length > 0);
  return (
    <>
      <span className={styles.dim} role="status">
        {state !== null && state !== 'over' && t(`calls.state.${state}`)}
      </span>
      {timer && <span className={`${styles.dim} dim num`}>{timer}</span>}
      {isIn && count > 1 && hasCount && <span className={`${styles.count} dim`}>{t('calls.people', { count })}</span>}
      {isSaving && (
        <span className={styles.saving}>
          <IconLeaf size={15} stroke={ICON_STROKE} aria-hidden="true" />
          {t('calls.save.mark')}
        </span>
      )}
    </>
  );
}

interface CallWindowTitleProps extends ToolsProps {
  running: ActiveCall;
  name: string;
  timer: string;
  /** The window fills a small screen and cannot be moved. */
  isFixed: boolean;
  hasCount: boolean;
  moveHandle: ComponentProps<'div'>;
  onMoveKey: (event: KeyboardEvent<HTMLElement>) => void;
}

export function CallWindowTitle(props: CallWindowTitleProps) {
  const { running, name, timer, isFixed, hasCount, moveHandle, onMoveKey, ...tools } = props;
  const t = useText('calls');
  return (
    <div className={styles.title} {...(tools.isFull ? {} : moveHandle)}>
      {isFixed ? (
        <IconButton icon={IconMinus} label={t('calls.roll')} className={styles.icon} onClick={tools.onRoll} />
      ) : (
        <IconButton
          icon={IconGripVertical}
          label={t('calls.place.drag')}
          size={18}
          hasTooltip
          className={styles.grip}
          data-grip=""
          onKeyDown={onMoveKey}
        />
      )}
      <h2 className="clip1">{name}</h2>
      <TitleState running={running} timer={timer} hasCount={hasCount} />
      <div className={styles.tools}>{!isFixed && <WindowTools {...tools} />}</div>
    </div>
  );
}
