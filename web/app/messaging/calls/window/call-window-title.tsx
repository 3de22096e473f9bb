import {
  type Icon,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconGripVertical,
  IconLayoutGrid,
  IconLeaf,
  IconMinus,
} from '@tabler/icons-react';
import type { ComponentProps, KeyboardEvent } from 'react';
import { useText } from '../../../platform/i18n.tsx';
import { Menu, menuRow, menuSeparator } from '../../../ui/frame/menu.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { type ActiveCall, othersIn } from '../call-state.ts';
import { useCalls } from '../use-calls.ts';
import type { CallLayout } from './call-tiles.ts';
import styles from './call-window.module.css';
import { WINDOW_CORNERS, type WindowCorner } from './window-rect.ts';

const PLACE_ID = 'call-place';

function ToolButton({ icon: ToolIcon, label, ...rest }: { icon: Icon; label: string } & ComponentProps<'button'>) {
  return (
    <button type="button" className={styles.icon} aria-label={label} title={label} {...rest}>
      <ToolIcon size={20} stroke={ICON_STROKE} aria-hidden="true" />
    </button>
  );
}

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
        <button key={one} type="button" className={menuRow} aria-pressed={layout === one} onClick={() => onLayout(one)}>
          {t(`calls.view.${one}`)}
        </button>
      ))}
      <hr className={menuSeparator} />
      {WINDOW_CORNERS.map((windowCorner) => (
        <button key={windowCorner} type="button" className={menuRow} onClick={() => onCorner(windowCorner)}>
          {t(`calls.place.${windowCorner}`)}
        </button>
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
      <ToolButton icon={IconLayoutGrid} label={t('calls.place')} popoverTarget={PLACE_ID} />
      <PlaceMenu {...place} />
      <ToolButton icon={IconMinus} label={t('calls.roll')} onClick={onRoll} />
      <ToolButton
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
        <button type="button" className={styles.icon} aria-label={t('calls.roll')} onClick={tools.onRoll}>
          <IconMinus size={22} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      ) : (
        <button
          type="button"
          className={styles.grip}
          data-grip=""
          aria-label={t('calls.place.drag')}
          title={t('calls.place.drag')}
          onKeyDown={onMoveKey}
        >
          <IconGripVertical size={18} stroke={ICON_STROKE} aria-hidden="true" />
        </button>
      )}
      <h2 className="clip1">{name}</h2>
      <TitleState running={running} timer={timer} hasCount={hasCount} />
      <div className={styles.tools}>{!isFixed && <WindowTools {...tools} />}</div>
    </div>
  );
}
