import type { Icon } from 'virtual:icons';
import { type KeyboardEvent, type ReactNode, type RefObject, type ToggleEvent, useEffect, useRef } from 'react';
import { MenuButton } from '../../ui/frame/menu-button.tsx';
import { placedMenu, placeMenu } from '../../ui/frame/place-menu.ts';

interface FloatingMenuProps {
  label: string;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
}

/** Menu that exists only while it is open, so that long track lists need no menu in each row. */
export function FloatingMenu({ label, anchor, onClose, children }: FloatingMenuProps) {
  const root = useRef<HTMLDivElement>(null);
  const rows = (): HTMLElement[] => [
    ...(root.current?.querySelectorAll<HTMLElement>('button:not(:disabled), a, input') ?? []),
  ];

  useEffect(() => {
    const list = root.current;
    if (!list) return;
    list.showPopover();
    if (anchor.current) placeMenu(list, anchor.current);
    list.querySelector<HTMLElement>('button:not(:disabled), a, input')?.focus({ preventScroll: true });
  }, [anchor]);

  function close(): void {
    if (root.current?.contains(document.activeElement)) anchor.current?.focus({ preventScroll: true });
    onClose();
  }

  function handleKey(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    const all = rows();
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[(at + by + all.length) % all.length]?.focus();
  }

  return (
    <div
      ref={root}
      popover="auto"
      role="dialog"
      aria-label={label}
      className={placedMenu}
      onToggle={(event: ToggleEvent) => event.newState === 'closed' && close()}
      onKeyDown={handleKey}
    >
      {children}
    </div>
  );
}

export function MenuAction({ icon, text, onPress }: { icon: Icon; text: string; onPress: () => void }) {
  return (
    <MenuButton
      icon={icon}
      text={text}
      onClick={({ currentTarget }) => {
        // Closes the popover first, so that a dialog opened by the action later returns the focus to the menu's button.
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onPress();
      }}
    />
  );
}
