import { expect, type Page } from '@playwright/test';
import { clippedTexts, overhang, waitUntilStable } from '../support/inspect.ts';
import { LONG } from '../support/test.ts';
import { SCREENS, test } from './screens.ts';

/** Screens of the main tasks: finding, publishing, talking, paying, and the account. */
const NAMES = [
  ...['list', 'list-filters', 'list-map', 'ad', 'ad-new', 'ad-own', 'my-ads', 'my-favourites-full', 'subscription'],
  ...['auth', 'register-form', 'activation', 'messages', 'dialog', 'bell', 'circle', 'person', 'profile', 'security'],
  ...[
    'feed',
    'post-photo',
    'post-new',
    'music',
    'near',
    'meeting-card',
    'payments-own',
    'document-policy',
    'admin-queue',
  ],
];
const LOOKED_AT = SCREENS.filter(({ name }) => NAMES.includes(name));
/** A window of 1280 × 1024 at 400 %. */
const ZOOMED = { width: 320, height: 256 };

/** What stays in place while the page scrolls, where it takes half of the window or more. */
const fixedParts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const points = Array.from({ length: 32 }, (_, n) => (innerHeight * (n + 0.5)) / 32);
    const fixedAround = (element: Element | null): Element | undefined => {
      for (let at = element; at !== null; at = at.parentElement) {
        if (at.matches('dialog[open], [role=dialog]')) return undefined;
        const { position, display } = getComputedStyle(at);
        if (/fixed|sticky/.test(position) && display !== 'contents') return at;
      }
      return undefined;
    };
    scrollTo({ top: 600, behavior: 'instant' });
    const parts = points.flatMap((y) => fixedAround(document.elementFromPoint(innerWidth / 2, y)) ?? []);
    const tops = new Map(parts.map((part) => [part, part.getBoundingClientRect().top]));
    scrollBy({ top: -40, behavior: 'instant' });
    const staying = parts.filter((part) => part.getBoundingClientRect().top === tops.get(part));
    scrollTo({ top: 0, behavior: 'instant' });
    if (staying.length < points.length / 2) return [];
    return [...new Set(staying)].map((part) => part.outerHTML.slice(0, 160));
  });

/** Controls that nothing but a colour of their background tells from the page: forced colours take it away. */
const unseenControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hasInk = (control: Element): boolean => {
      const { borderStyle, borderWidth, outlineStyle } = getComputedStyle(control);
      const drawn = 'svg, img, picture, canvas, video, hr, progress, meter';
      return (
        (control.textContent?.trim() ?? '') !== '' ||
        control.matches('input, select, textarea') ||
        control.querySelector(drawn) !== null ||
        (borderStyle !== 'none' && Number.parseFloat(borderWidth) > 0) ||
        outlineStyle !== 'none'
      );
    };
    return [...document.querySelectorAll('a[href], button, [role=button], [role=switch], [role=slider]')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((control) => control.getBoundingClientRect().width > 2 && !hasInk(control))
      .map((control) => control.outerHTML.slice(0, 160));
  });

/** Chosen ones of a group that look like the others: where forced colours take the background, something else has to tell. */
const lookalikes = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const look = (element: Element): string => {
      const parts = [element, ...element.querySelectorAll('*')].flatMap((one) =>
        [undefined, '::before', '::after'].map((pseudo) => {
          const style = getComputedStyle(one, pseudo);
          const drawn = pseudo === undefined || style.content !== 'none' ? style : undefined;
          return drawn === undefined
            ? ''
            : [
                ...[drawn.backgroundColor, drawn.color, drawn.fill, drawn.fontWeight, drawn.textDecorationLine],
                ...[drawn.borderTopColor, drawn.borderTopWidth, drawn.borderBottomColor, drawn.borderBottomWidth],
                ...[drawn.outlineStyle, drawn.opacity, drawn.display],
              ].join(' ');
        }),
      );
      return parts.join('|');
    };
    const chosen = '[aria-selected=true], [aria-current]:not([aria-current=false]), [aria-pressed=true]';
    const found: string[] = [];
    for (const one of document.querySelectorAll(chosen)) {
      const group = one.closest('[role=tablist], [role=listbox], [role=radiogroup], nav, ul, fieldset, [role=group]');
      const others = [...(group?.querySelectorAll(one.tagName) ?? [])].filter(
        (other) => other !== one && !other.matches(chosen) && other.checkVisibility(),
      );
      if (!one.checkVisibility() || others.length === 0) continue;
      const alike = others.filter(
        (other) => other.childElementCount === one.childElementCount && look(other) === look(one),
      );
      if (alike.length === others.length) found.push(one.outerHTML.slice(0, 160));
    }
    return found;
  });

for (const screen of LOOKED_AT) {
  test(`${screen.name} keeps its texts and controls at 200 % text, 400 % zoom, in forced colours and without motion`, {
    tag: LONG,
  }, async ({ page, show, picture }) => {
    await show(screen);
    await waitUntilStable(page);

    await page.addStyleTag({ content: 'html { font-size: 200% !important; }' });
    await waitUntilStable(page);
    await picture(`${screen.name}-text-200`);
    expect.soft(await overhang(page), 'sideways scroll at 200 % text').toBe(0);
    expect.soft(await clippedTexts(page), 'clipped texts at 200 % text').toEqual([]);
    await page.evaluate(() => document.head.lastElementChild?.remove());

    await page.setViewportSize(ZOOMED);
    await waitUntilStable(page);
    await picture(`${screen.name}-zoom-400`);
    expect.soft(await overhang(page), 'sideways scroll at 400 %').toBe(0);
    expect.soft(await clippedTexts(page), 'clipped texts at 400 %').toEqual([]);
    expect.soft(await fixedParts(page), 'what stays in place of a low window').toEqual([]);

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ forcedColors: 'active' });
    await waitUntilStable(page);
    await picture(`${screen.name}-forced-colours`);
    expect.soft(await unseenControls(page), 'controls without ink').toEqual([]);
    expect.soft(await lookalikes(page), 'chosen ones that look like the others').toEqual([]);
    await page.emulateMedia({ forcedColors: 'none' });

    const moving = await page.evaluate(() =>
      document.getAnimations().flatMap((animation) => {
        const { target } = animation.effect as KeyframeEffect;
        return animation.playState === 'running' ? [target?.outerHTML.slice(0, 160) ?? ''] : [];
      }),
    );
    expect.soft(moving, 'what moves although motion is reduced').toEqual([]);
  });
}
