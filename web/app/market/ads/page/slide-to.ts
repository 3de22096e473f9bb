const SPEED_MS = 1000;

export function slideWidth(strip: HTMLElement): number {
  return Math.max(strip.clientWidth, 1);
}

const ease = (share: number): number => (share < 0.5 ? 2 * share ** 2 : 1 - (2 - 2 * share) ** 2 / 2);

/** Animates the strip frame by frame, because native smooth scrolling has no adjustable speed. */
export function slideTo(strip: HTMLElement, index: number): Promise<void> {
  const from = strip.scrollLeft;
  const way = index * slideWidth(strip) - from;
  const start = performance.now();
  // Scroll snapping would revert every step.
  strip.style.scrollSnapType = 'none';
  return new Promise((resolve) => {
    const end = (): void => {
      strip.style.scrollSnapType = '';
      strip.removeEventListener('touchstart', end);
      isOver = true;
      resolve();
    };
    let isOver = false;
    const step = (now: number): void => {
      if (isOver) return;
      const share = Math.min((now - start) / SPEED_MS, 1);
      strip.scrollLeft = from + way * ease(Math.max(share, 0));
      if (share < 1) requestAnimationFrame(step);
      else end();
    };
    strip.addEventListener('touchstart', end, { passive: true });
    requestAnimationFrame(step);
  });
}
