import { type RefObject, useEffect } from 'react';

const WIDE = '(min-width: 48.01em)';

function besides(element: Element): HTMLElement[] {
  const parent = element.parentElement;
  if (parent === null || element === document.body) return [];
  const beside = [...parent.children].filter(
    (one): one is HTMLElement => one !== element && one instanceof HTMLElement && !one.inert,
  );
  return [...beside, ...besides(parent)];
}

/**
 * Makes the open filter drawer a modal dialog: moves the focus into it and makes the rest inert. It is a popover
 * instead of a <dialog>, because it must open without scripts, and because on wide screens its fields are part of the
 * page.
 */
export function useDrawer(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const drawer = form.current?.querySelector<HTMLElement>('[popover]');
    if (!drawer) return;
    let behind: HTMLElement[] = [];
    const open = (): void => {
      if (behind.length > 0) return;
      const title = drawer.querySelector('h2')?.textContent ?? '';
      for (const [name, value] of Object.entries({ role: 'dialog', 'aria-modal': 'true', 'aria-label': title }))
        drawer.setAttribute(name, value);
      drawer.querySelector('button')?.focus();
      behind = besides(drawer);
      for (const element of behind) element.inert = true;
    };
    const close = (): void => {
      for (const element of behind) element.inert = false;
      behind = [];
      for (const name of ['role', 'aria-modal', 'aria-label']) drawer.removeAttribute(name);
    };
    // Runs before closing, because the focus then returns to the button that opened the drawer.
    const beforeToggle = (event: ToggleEvent): void => {
      if (event.newState === 'closed') close();
    };
    const toggled = (event: ToggleEvent): void => {
      if (event.newState === 'open') open();
    };
    const wide = matchMedia(WIDE);
    const turned = (): void => {
      if (wide.matches && drawer.matches(':popover-open')) drawer.hidePopover();
    };
    if (drawer.matches(':popover-open')) open();
    drawer.addEventListener('beforetoggle', beforeToggle);
    drawer.addEventListener('toggle', toggled);
    wide.addEventListener('change', turned);
    return () => {
      close();
      drawer.removeEventListener('beforetoggle', beforeToggle);
      drawer.removeEventListener('toggle', toggled);
      wide.removeEventListener('change', turned);
    };
  }, [form]);
}
