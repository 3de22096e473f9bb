import { useEffect, useRef, useState } from 'react';
import styles from './ads-map.module.css';
import { type Atlas, drawAtlas, loadAtlas } from './atlas.ts';
import type { Size, View } from './view.ts';

/** Counts up when the colour scheme changes, by the switch of the site or by the system. */
function useScheme(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const change = (): void => setChanges((count) => count + 1);
    const observer = new MutationObserver(change);
    observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', change);
    return () => {
      observer.disconnect();
      system.removeEventListener('change', change);
    };
  }, []);
  return changes;
}

/** Land, sea and borders. The map works without them: places and ads stand above. */
export function MapGround({ view, size }: { view: View; size: Size }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [atlas, setAtlas] = useState<Atlas | null>(null);
  const scheme = useScheme();

  useEffect(() => {
    let isGone = false;
    loadAtlas().then(
      (loaded) => {
        if (!isGone) setAtlas(loaded);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read anew when the scheme changes
  useEffect(() => {
    const element = canvas.current;
    if (element === null || atlas === null) return;
    const frame = requestAnimationFrame(() => {
      const context = element.getContext('2d');
      if (context === null) return;
      const ratio = devicePixelRatio;
      element.width = Math.round(size.width * ratio);
      element.height = Math.round(size.height * ratio);
      context.scale(ratio, ratio);
      const { backgroundColor, color, borderTopColor } = getComputedStyle(element);
      drawAtlas(context, atlas, view, size, { sea: backgroundColor, land: color, border: borderTopColor });
    });
    return () => cancelAnimationFrame(frame);
  }, [atlas, view, size, scheme]);

  return (
    <div aria-hidden="true">
      <canvas ref={canvas} className={styles.ground} />
    </div>
  );
}
