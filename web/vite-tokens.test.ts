import { expect, test } from 'vitest';
import { readTokens, writeOutTokens } from './vite-tokens.ts';

const SHARED = `/* Lines. */
.row-2 {
  display: flex;
  gap: var(--ok-space-4);
}
.small {
  color: var(--ok-ink);
}
.hovers {
  &:hover {
    color: var(--ok-ink);
  }
  @media (--phone) {
    gap: 0;
  }
}
`;
const TOKENS = readTokens(
  `@custom-media --phone (max-width: 48em);
@custom-media --wide (min-width: 75em);
:root {
  --ok-ink: #000;
  --ok-space-4: 16px;
  --ok-space-8: calc(2 * var(--ok-space-4));
  --ok-text-h1: 30px;
}
@media (--phone) {
  :root {
    --ok-text-h1: 26px;
  }
}`,
  SHARED,
);

test.each([
  ['@media (--phone) {}', '@media (max-width: 48em) {}'],
  ['@media (--wide) and (not (--phone)) {}', '@media (min-width: 75em) and (not (max-width: 48em)) {}'],
  ['@media print {}', '@media print {}'],
  ['@custom-media --phone (max-width: 48em);\na {}', 'a {}'],
  ['a { gap: var(--ok-space-4) }', 'a { gap: 16px }'],
  ['a { gap: var(--ok-space-8) }', 'a { gap: calc(2 * 16px) }'],
  [
    'a:hover {\n  composes: row-2 small from shared;\n}',
    'a:hover {\n  display: flex;\n  gap: 16px;\n  color: var(--ok-ink);\n}',
  ],
  [
    'a {\n  composes: hovers small from shared;\n  gap: 2px;\n}',
    'a {\n  color: var(--ok-ink);\n  gap: 2px;\n  &:hover {\n    color: var(--ok-ink);\n  }\n  @media (max-width: 48em) {\n    gap: 0;\n  }\n}',
  ],
  ['a { color: var(--ok-ink); width: var(--own) }', 'a { color: var(--ok-ink); width: var(--own) }'],
])('%s becomes %s', (source, written) => {
  expect(writeOutTokens(source, TOKENS)).toBe(written);
});

test('a size that depends on the window keeps its name', () => {
  expect(writeOutTokens('h1 { font-size: var(--ok-text-h1) }', TOKENS)).toBe('h1 { font-size: var(--ok-text-h1) }');
});

test.each([
  '@media (--watch) {}',
  'a { composes: row-2 tower from shared; }',
  'a { composes: tower from shared; b { gap: 0; } }',
])('what nobody defined, or nobody writes out, fails the build: %s', (source) => {
  expect(() => writeOutTokens(source, TOKENS)).toThrow(/--watch|tower/);
});
