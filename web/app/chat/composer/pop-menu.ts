const EDGE = 8;

/** Open a list over the button that asked for it, inside the window. */
export function openOver(menu: HTMLElement, anchor: HTMLElement, side: 'left' | 'right'): void {
  const box = anchor.getBoundingClientRect();
  menu.style.bottom = `${window.innerHeight - box.top + EDGE}px`;
  if (side === 'left') menu.style.left = `${Math.max(EDGE, box.left)}px`;
  else menu.style.right = `${Math.max(EDGE, document.documentElement.clientWidth - box.right)}px`;
  menu.showPopover();
  menu.querySelector<HTMLElement>('button')?.focus();
}
