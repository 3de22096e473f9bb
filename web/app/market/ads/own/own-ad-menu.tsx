import {
  type Icon,
  IconArchive,
  IconArchiveOff,
  IconBookmark,
  IconChartBar,
  IconCircleCheck,
  IconEye,
  IconEyeOff,
  IconRotateClockwise,
  IconShoppingBag,
  IconTrash,
} from 'virtual:icons';
import { type KeyboardEvent, type RefObject, type ToggleEvent, useEffect, useRef } from 'react';
import { formatDate } from '../../../platform/format/format.ts';
import { useText } from '../../../platform/i18n.tsx';
import { menuRow, menuSeparator } from '../../../ui/frame/menu.tsx';
import { placedMenu, placeMenu } from '../../../ui/frame/place-menu.ts';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { actionsOf, type OwnAction, type OwnAd, renewedUntil } from './own-ad.ts';
import { useRemovalQuestion } from './use-removal-question.tsx';

const ICONS: Record<OwnAction, Icon> = {
  reserve: IconBookmark,
  sell: IconCircleCheck,
  open: IconShoppingBag,
  enable: IconEye,
  disable: IconEyeOff,
  renew: IconRotateClockwise,
  archive: IconArchive,
  erase: IconTrash,
  restore: IconArchiveOff,
};

const REMOVALS: readonly OwnAction[] = ['archive', 'erase'];

interface OwnAdMenuProps {
  id: string;
  ad: OwnAd | null;
  anchor: RefObject<HTMLElement | null>;
  onAct: (ad: OwnAd, action: OwnAction) => void;
  onStats: (ad: OwnAd) => void;
}

/** One menu shared by all own ads of a page; shows the actions for the ad whose button was pressed. */
export function OwnAdMenu({ id, ad, anchor, onAct, onStats }: OwnAdMenuProps) {
  const t = useText('my-ads');
  const root = useRef<HTMLDivElement>(null);
  const { ask, dialog } = useRemovalQuestion(onAct);
  const rows = (): HTMLElement[] => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];

  function handleToggle({ newState }: ToggleEvent): void {
    if (newState !== 'open' || !root.current || !anchor.current) return;
    placeMenu(root.current, anchor.current);
    rows()[0]?.focus();
  }

  // The popover follows its button on scrolling, and closes when the button disappears.
  useEffect(() => {
    const follow = ({ target }: Event): void => {
      const list = root.current;
      const button = anchor.current;
      if (target !== document || !list?.matches(':popover-open') || !button) return;
      const { top, bottom } = button.getBoundingClientRect();
      if (bottom < 0 || top > document.documentElement.clientHeight) list.hidePopover();
      else placeMenu(list, button);
    };
    document.addEventListener('scroll', follow, { passive: true });
    return () => document.removeEventListener('scroll', follow);
  }, [anchor]);

  function handleKey(event: KeyboardEvent): void {
    const all = rows();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Tab') root.current?.hidePopover();
    if (next === undefined) return;
    event.preventDefault();
    all[next % all.length]?.focus();
  }

  const actions = ad ? actionsOf(ad) : [];
  const date = formatDate(renewedUntil(Date.now()));
  const row = (RowIcon: Icon, text: string, run: () => void) => (
    <button
      key={text}
      type="button"
      role="menuitem"
      className={menuRow}
      onClick={() => {
        root.current?.hidePopover();
        run();
      }}
    >
      <RowIcon size={20} stroke={ICON_STROKE} aria-hidden="true" />
      {text}
    </button>
  );
  const actionRow = (action: OwnAction) =>
    ad &&
    row(ICONS[action], action === 'renew' ? t('my-ads.do.renewTo', { date }) : t(`my-ads.do.${action}`), () =>
      ask(ad, action),
    );
  return (
    <>
      <div
        ref={root}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={ad ? t('my-ads.menu', { title: ad.board_title }) : t('my-ads.more')}
        className={placedMenu}
        onToggle={handleToggle}
        onKeyDown={handleKey}
      >
        {ad && (
          <>
            {actions.filter((action) => !REMOVALS.includes(action)).map(actionRow)}
            {row(IconChartBar, t('my-ads.do.stats'), () => onStats(ad))}
            <hr className={menuSeparator} />
            {REMOVALS.filter((action) => actions.includes(action)).map(actionRow)}
          </>
        )}
      </div>
      {dialog}
    </>
  );
}
