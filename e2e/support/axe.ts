import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type * as Axe from 'axe-core';

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Look {
  /** A part of the page; the whole of it by default. */
  of?: string;
  /** Rules by their tags or names; those that axe runs by default otherwise. */
  runOnly?: Axe.RunOnly;
}

/** What axe finds wrong. Reading its source takes longer than all its rules, so a document gets it once. */
export async function findViolations(page: Page, { of = 'html', runOnly }: Look = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  return page.evaluate(
    async ({ selector, options }) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      // Axe orders by z-index and does not know the top layer, where it changes nothing that anybody sees.
      for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.style.zIndex = '1000';
      const { violations } = await axe.run(selector, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`),
      );
    },
    { selector: of, options: { resultTypes: ['violations' as const], ...(runOnly && { runOnly }) } },
  );
}
