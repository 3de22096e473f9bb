import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type * as Axe from 'axe-core';

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export interface Inspection {
  /** A part of the page; the whole of it by default. */
  of?: string;
  /** Rules by their tags or names; those that axe runs by default otherwise. */
  runOnly?: Axe.RunOnly;
  /** Rules that are left out. */
  without?: readonly string[];
  /** Only what was out of sight when `rememberVisible` was called. */
  appeared?: boolean;
}

/** Remembers what is in sight, for `appeared`. */
export function rememberVisible(page: Page): Promise<void> {
  return page.evaluate(() => {
    const elements = [...document.querySelectorAll('*')].filter((element) => element.checkVisibility());
    Object.assign(window, { visibleBefore: new WeakSet(elements) });
  });
}

/** What axe finds wrong. Reading its source takes longer than all its rules, so a document gets it once. */
export async function findViolations(page: Page, inspection: Inspection = {}): Promise<string[]> {
  const { of = 'html', runOnly, without = [], appeared = false } = inspection;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  return page.evaluate(
    async ({ selector, options, isLimited }) => {
      const { axe, visibleBefore } = window as unknown as { axe: typeof Axe; visibleBefore?: WeakSet<Element> };
      const wasVisible = (element: Element): boolean => visibleBefore?.has(element) ?? false;
      const include = [...(isLimited ? document.querySelectorAll('html, body *') : [])].filter(
        (element) =>
          element.checkVisibility() &&
          !wasVisible(element) &&
          (element.parentElement === null || wasVisible(element.parentElement)),
      );
      if (isLimited && include.length === 0) return [];
      // Axe orders by z-index and does not know the top layer, where it changes nothing that anybody sees.
      for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.style.zIndex = '1000';
      const { violations } = await axe.run(isLimited ? { include } : selector, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`),
      );
    },
    {
      selector: of,
      options: {
        resultTypes: ['violations' as const],
        ...(runOnly && { runOnly }),
        rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
      },
      isLimited: appeared,
    },
  );
}
