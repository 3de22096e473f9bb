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
      // A field may have been entered before this was loaded.
      if (!drawer.contains(document.activeElement)) drawer.querySelector('button')?.focus();
      behind = besides(drawer);
      for (const element of behind) element.inert = true;
    };
    const close = (): void => {
      for (const element of behind) element.inert = false;
      behind = [];
      for (const name of ['role', 'aria-modal', 'aria-label']) drawer.removeAttribute(name);
    };
    const wide = matchMedia(WIDE);
    const gone = new AbortController();
    const { signal } = gone;
    if (drawer.matches(':popover-open')) open();
    // Runs before closing, because the focus then returns to the button that opened the drawer.
    drawer.addEventListener('beforetoggle', ({ newState }) => newState === 'closed' && close(), { signal });
    drawer.addEventListener('toggle', ({ newState }) => newState === 'open' && open(), { signal });
    const leave = () => wide.matches && drawer.matches(':popover-open') && drawer.hidePopover();
    wide.addEventListener('change', leave, { signal });
    return () => {
      close();
      gone.abort();
    };
  }, [form]);
}
