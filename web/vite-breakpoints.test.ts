import { expect, test } from 'vitest';
import { readBreakpoints, withBreakpoints } from './vite-breakpoints.ts';

const TOKENS = `@custom-media --phone (max-width: 48em);
@custom-media --wide (min-width: 75em);
:root {
  color: red;
}`;

test('named breakpoints are written out, and their definitions leave the stylesheet', () => {
  const source = `${TOKENS}
@media (--phone) {}
@media (--wide) and (not (--phone)) {}
@media print {}`;
  expect(withBreakpoints(source, readBreakpoints(TOKENS))).toBe(`:root {
  color: red;
}
@media (max-width: 48em) {}
@media (min-width: 75em) and (not (max-width: 48em)) {}
@media print {}`);
});

test('a breakpoint that nobody defined fails the build', () => {
  expect(() => withBreakpoints('@media (--watch) {}', readBreakpoints(TOKENS))).toThrow('--watch');
});
