import { useEffect, useState } from 'react';
import styles from './toast-layer.module.css';

/** The open modal dialog; everything outside is inert. */
function openDialog(): HTMLElement | null {
  const open = [...document.querySelectorAll<HTMLElement>('dialog[open]')];
  return open.find((dialog) => dialog.contains(document.activeElement)) ?? open.at(-1) ?? null;
}

function raise(layer: HTMLElement): void {
  const place = openDialog() ?? document.body;
  if (layer.parentElement === place) return;
  place.append(layer);
  // Older browsers without popovers use only the z-index.
  if ('showPopover' in layer) layer.showPopover();
}

/**
 * Layer for toasts that stays visible and usable above modal dialogs. A modal dialog is in the top layer, above any
 * z-index, and makes the rest of the page inert, so the layer is a popover that moves into the dialog and back.
 */
export function useToastLayer(): HTMLElement | null {
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const element = document.createElement('div');
    element.popover = 'manual';
    element.className = styles.layer ?? '';
    raise(element);
    setLayer(element);
    const watch = new MutationObserver(() => raise(element));
    watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => {
      watch.disconnect();
      element.remove();
    };
  }, []);
  return layer;
}
