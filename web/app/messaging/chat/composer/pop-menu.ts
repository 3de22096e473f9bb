const EDGE = 8;

/** Open a list over the button that asked for it, inside the window. `isHeld`: by a press that goes on. */
export function openOver(menu: HTMLElement, anchor: HTMLElement, side: 'left' | 'right', isPressed = false): void {
  const box = anchor.getBoundingClientRect();
  menu.style.bottom = `${window.innerHeight - box.top + EDGE}px`;
  if (side === 'left') menu.style.left = `${Math.max(EDGE, box.left)}px`;
  else menu.style.right = `${Math.max(EDGE, document.documentElement.clientWidth - box.right)}px`;
  menu.showPopover();
  // Many browsers take the end of that press for a press beside the list, and close it.
  if (isPressed) {
    const stay = (): void =>
      void setTimeout(() => menu.isConnected && !menu.matches(':popover-open') && menu.showPopover());
    window.addEventListener('pointerup', stay, { once: true });
  }
  menu.querySelector<HTMLElement>('button')?.focus();
}
