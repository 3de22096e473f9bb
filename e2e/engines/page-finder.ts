import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type * as TestingLibrary from '@testing-library/dom';
import type { Part } from './part.ts';

const SOURCE = readFileSync(
  fileURLToPath(import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')),
  'utf8',
);

interface Pattern {
  pattern: string;
}

export type Described = Omit<Part, 'name' | 'text' | 'within'> & {
  name?: string | Pattern;
  text?: string | Pattern;
  within?: Described;
};

const describeWords = (words: string | RegExp): string | Pattern =>
  words instanceof RegExp ? { pattern: words.source } : words;

/** A part in a form that can be written as JSON. */
export function describePart({ name, text, within, ...rest }: Part): Described {
  return {
    ...rest,
    ...(name !== undefined && { name: describeWords(name) }),
    ...(text !== undefined && { text: describeWords(text) }),
    ...(within && { within: describePart(within) }),
  };
}

/** Put into a page once: `findPart` of the window finds what is described, as the locators of Playwright do. */
export const FINDER = `${SOURCE}\nwindow.findPart = ${findPart};`;

/** Runs in the page. */
function findPart(part: Described, mayBeHidden = false): Element | undefined {
  const { queryAllByRole, queryAllByText } = (window as unknown as { TestingLibraryDom: typeof TestingLibrary })
    .TestingLibraryDom;
  const words = (given: string | Pattern): string | RegExp =>
    typeof given === 'string' ? given : new RegExp(given.pattern);
  const scope = part.within === undefined ? document.documentElement : findPart(part.within);
  if (!(scope instanceof HTMLElement)) return undefined;
  let found: Element[] = [];
  if (part.css !== undefined) found = [...scope.querySelectorAll(part.css)];
  else if (part.role !== undefined) {
    found = queryAllByRole(scope, part.role, part.name === undefined ? {} : { name: words(part.name) });
  } else if (part.text !== undefined) found = queryAllByText(scope, words(part.text));
  return found.find(
    (element) =>
      (mayBeHidden ||
        (element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0)) &&
      (part.has === undefined || element.textContent?.includes(part.has)),
  );
}
