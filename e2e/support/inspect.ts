import type { Page } from '@playwright/test';

const PHONE = { height: 844, deviceScaleFactor: 2, mobile: true };

/** Make the page a phone's from here on: small, pressed by fingers, without a pointer that hovers. */
export async function becomePhone(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: PHONE.height });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setDeviceMetricsOverride', { width, ...PHONE });
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
}

/** How far a page reaches beyond the right edge of the screen, pixels. */
export function overhang(page: Page): Promise<number> {
  const width = page.viewportSize()?.width ?? 0;
  return page.evaluate((screen) => Math.max(0, document.documentElement.scrollWidth - screen), width);
}

export function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isCut = (element: Element): boolean => {
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      // Boxes of one pixel hide texts for screen readers.
      if (box.width <= 2 || box.height <= 2 || !element.checkVisibility({ visibilityProperty: true })) return false;
      if (!/hidden|clip/.test(style.overflowX) || style.textOverflow === 'ellipsis') return false;
      if (style.webkitLineClamp !== 'none' && style.webkitLineClamp !== '') return false;
      return element.scrollWidth > element.clientWidth + 1;
    };
    const withText = [...document.body.querySelectorAll('*')].filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
    );
    return withText.filter(isCut).map((element) => element.textContent?.trim().slice(0, 60) ?? '');
  });
}

export function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const covered: string[] = [];
    const places = [...document.querySelectorAll('*')].map((element) => ({
      element,
      left: element.scrollLeft,
      top: element.scrollTop,
    }));
    const layer = document.querySelector('dialog[open], [popover]:popover-open') ?? document;
    for (const control of layer.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')) {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.matches(':disabled')) continue;
      if (control.closest('[inert]') !== null) continue;
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      const [box] = control.getClientRects();
      if (!box || box.width <= 2 || box.height <= 2) continue;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      // Placed off screen until focused, for example skip links.
      if (x < 0 || y < 0) continue;
      const hit = document.elementFromPoint(x, y);
      const label = hit?.closest('label');
      // A toast goes away, a panel or a list of choices is closed by whoever opened it: they may cover what lies behind them.
      const above = hit?.closest('.mantine-Notifications-root, [role=dialog], :has(> [role=listbox])');
      if (above && !above.contains(control)) continue;
      if (!hit || control.contains(hit) || hit.contains(control) || label?.control === control) continue;
      covered.push(`${control.outerHTML.slice(0, 120)} under ${hit.outerHTML.slice(0, 120)}`);
    }
    for (const { element, left, top } of places) {
      if (element.scrollLeft !== left || element.scrollTop !== top)
        element.scrollTo({ left, top, behavior: 'instant' });
    }
    return covered;
  });
}

/** Waits until no color or position changes any more, because inherited colors transition step by step. */
export async function waitUntilStable(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let quiet = 0; quiet < 3; ) {
      await frame();
      quiet = document.getAnimations().length === 0 ? quiet + 1 : 0;
    }
  });
}

/** Elements inside of others that HTML allows only words in: browsers and readers guess there. */
export function misplacedBlocks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const inside = ['p', 'span', 'button', 'h1', 'h2', 'h3', 'h4', 'label'];
    const blocks = ['div', 'p', 'ul', 'ol', 'dl', 'section', 'article', 'form', 'h2', 'h3', 'table'];
    const found = document.querySelectorAll(
      inside.flatMap((outer) => blocks.map((inner) => `${outer} ${inner}`)).join(),
    );
    // Mantine draws its switches and radios so.
    const own = [...found].filter((element) => element.closest('[class*="mantine-"]') === null);
    return own.map(
      (element) => `${element.outerHTML.slice(0, 100)} in ${element.parentElement?.outerHTML.slice(0, 60)}`,
    );
  });
}
