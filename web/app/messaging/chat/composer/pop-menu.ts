const EDGE = 8;

/** Opens a popover at the button, inside the viewport. `isPressed`: opened by a long press that is still going on. */
export function openAbove(menu: HTMLElement, anchor: HTMLElement, side: 'left' | 'right', isPressed = false): void {
  const box = anchor.getBoundingClientRect();
  menu.style.bottom = `${window.innerHeight - box.top + EDGE}px`;
  if (side === 'left') menu.style.left = `${Math.max(EDGE, box.left)}px`;
  else menu.style.right = `${Math.max(EDGE, document.documentElement.clientWidth - box.right)}px`;
  menu.showPopover();
  // Many browsers treat the end of the press as a click outside and would close the popover.
  if (isPressed) {
    const stay = (): void =>
      void setTimeout(() => menu.isConnected && !menu.matches(':popover-open') && menu.showPopover());
    window.addEventListener('pointerup', stay, { once: true });
  }
  menu.querySelector<HTMLElement>('button')?.focus();
}
