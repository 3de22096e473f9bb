import { useEffect, useState } from 'react';
import styles from '../toast-layer.module.css';

/** The window that the reader is in: outside of it everything is inert. */
function openDialog(): HTMLElement | null {
  const open = [...document.querySelectorAll<HTMLElement>('dialog[open]')];
  return open.find((dialog) => dialog.contains(document.activeElement)) ?? open.at(-1) ?? null;
}

/** Put the layer into the open window, or back on the page, over everything else. */
function raise(layer: HTMLElement): void {
  const place = openDialog() ?? document.body;
  if (layer.parentElement === place) return;
  place.append(layer);
  // Older browsers do without: there the layer only has its z-index.
  if ('showPopover' in layer) layer.showPopover();
}

/**
 * An element for toasts that stays above open windows and usable in them. A window is shown in the browser's top layer, over any z-index,
 * and makes the rest of the page deaf: so the layer is a popover, and goes into the window and out of it again.
 */
export function useToastLayer(): HTMLElement | null {
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const element = document.createElement('div');
    element.popover = 'manual';
    element.className = styles.layer ?? '';
    raise(element);
    setLayer(element);
    // Windows open, close, or leave together with their part of the page.
    const watch = new MutationObserver(() => raise(element));
    watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => {
      watch.disconnect();
      element.remove();
    };
  }, []);
  return layer;
}
