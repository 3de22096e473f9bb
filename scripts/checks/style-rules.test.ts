import { expect, test } from 'vitest';
import {
  componentViolations,
  groupViolations,
  type Scale,
  scaleOf,
  scaleViolations,
  stylesheetViolations,
} from './style-rules.ts';

const SCALE = scaleOf(`@custom-media --phone (max-width: 48em);
:root {
  --ok-ink: #000;
  --ok-text-body: 16px;
  --ok-space-2: 8px;
  --ok-space-4: 16px;
  --ok-radius-md: 12px;
  --ok-layer-bar: 90;
}`);

test('the scale is what the tokens define', () => {
  expect(SCALE.tokens.size).toBe(5);
  expect(SCALE.breakpoints).toEqual(new Set([48]));
});

test.each([
  ['font-size: 15px', 'sizes of type are --ok-text-*'],
  ['font-size: calc(var(--ok-text-body) + 1px)', 'sizes of type are --ok-text-*'],
  ['font: 600 15px / 1.5 monospace', 'sizes of type are --ok-text-*'],
  ['border-radius: 10px', 'corners are --ok-radius-*'],
  ['border-radius: 50%', 'corners are --ok-radius-*'],
  ['border-end-start-radius: var(--ok-radius-md) 3px', 'corners are --ok-radius-*'],
  ['--photo-radius: 10px', 'corners are --ok-radius-*'],
  ['z-index: 5', 'layers are --ok-layer-*'],
  ['gap: 10px', 'spaces are --ok-space-*'],
  ['gap: var(--ok-space-2) 0.5rem', 'spaces are --ok-space-*'],
  ['padding: 0 14px', 'spaces are --ok-space-*'],
  ['padding-bottom: calc(14px + env(safe-area-inset-bottom))', 'spaces are --ok-space-*'],
  ['margin: -6px 0 0', 'spaces are --ok-space-*'],
  ['margin-inline-start: 12px', 'spaces are --ok-space-*'],
  ['padding: var(--ok-space-7)', 'there is no --ok-space-7'],
])('%s is refused', (declaration, message) => {
  const source = `.a:hover {\n  color: red;\n  ${declaration};\n}\n`;
  expect(stylesheetViolations('a.css', source, SCALE)).toEqual([`a.css:3 ${declaration};: ${message}`]);
});

test.each([
  'font-size: var(--ok-text-body)',
  'font: 600 var(--ok-text-body) / 1.5 monospace',
  'font: inherit',
  'border-radius: var(--ok-radius-md) var(--ok-radius-md) 0 0',
  'border-radius: var(--photo-radius, var(--ok-radius-md))',
  'z-index: var(--ok-layer-bar)',
  'z-index: calc(-1 * var(--ok-layer-bar))',
  'gap: 2px var(--ok-space-4)',
  'padding: 0 var(--ok-space-2) 1px',
  'padding: calc(var(--ok-space-2) + env(safe-area-inset-bottom)) 0',
  'padding-left: calc(44px + var(--ok-space-4))',
  'margin: 0 auto calc(-1 * var(--ok-space-2))',
  'width: 15px',
])('%s is allowed', (declaration) => {
  expect(stylesheetViolations('a.css', `.a {\n  ${declaration};\n}\n`, SCALE)).toEqual([]);
});

test.each(['@media (max-width: 50em)', '@media (width < 860px)', '@container (min-width: 40em)'])(
  '%s is refused: breakpoints have names',
  (query) => {
    expect(stylesheetViolations('a.css', `${query} {\n  .a {\n    color: red;\n  }\n}\n`, SCALE)).toHaveLength(1);
  },
);

test.each(['@media (--phone)', '@media not (--phone)', '@media print', '@media (pointer: coarse)'])(
  '%s is allowed',
  (query) => {
    expect(stylesheetViolations('a.css', `${query} {\n  .a {\n    color: red;\n  }\n}\n`, SCALE)).toEqual([]);
  },
);

test('a reason excuses the next declaration or query and no more', () => {
  const reason = '/* Off the scale: an emoji alone is a picture. */';
  const source = `.a {\n  ${reason}\n  font-size: 52px;\n  gap: 5px;\n}\n`;
  expect(stylesheetViolations('a.css', source, SCALE)).toEqual(['a.css:4 gap: 5px;: spaces are --ok-space-*']);
  expect(stylesheetViolations('a.css', `${reason}\n@container (min-width: 40em) {\n}\n`, SCALE)).toEqual([]);
  expect(stylesheetViolations('a.css', '.a {\n  /* Off the scale: */\n  gap: 5px;\n}\n', SCALE)).toHaveLength(1);
});

test.each([
  'style={{ marginTop: 16 }}',
  "style={{ borderRadius: '50%' }}",
  'style={{ fontSize: rem(14) }}',
  'style={{ fontSize: Math.round(size * 0.4) }}',
  '<Box px={32} />',
  '<Box gap="12px" />',
  "matchMedia('(max-width: 50em)')",
  "matchMedia('(max-width: 768px)')",
])('in a component %s is refused', (code) => {
  expect(componentViolations('a.tsx', `const a = 1;\n${code}\n`, SCALE)).toEqual([
    expect.stringMatching(/^a\.tsx:2 .*(take tokens too|no breakpoint)$/),
  ]);
});

test.each([
  'style={{ margin: 0, width: 24 }}',
  "style={{ marginTop: 'var(--ok-space-4)' }}",
  '<Box px="var(--ok-space-4)" mt="xl" w={24} />',
  "matchMedia('(min-width: 48.01em)')",
  "matchMedia('(max-width: 48em)')",
  '// Off the scale: initials are part of a picture.\nconst letters = { fontSize: Math.round(size) };',
])('in a component %s is allowed', (code) => {
  expect(componentViolations('a.tsx', `${code}\n`, SCALE)).toEqual([]);
});

test('a scale that grows is refused', () => {
  const long: Scale = {
    tokens: new Set(Array.from({ length: 11 }, (_, index) => `--ok-text-${index}`)),
    breakpoints: new Set([1, 2, 3, 4, 5]),
  };
  expect(scaleViolations(SCALE)).toEqual([]);
  expect(scaleViolations(long)).toEqual(['11 tokens of text, and 10 are enough', '5 breakpoints, and 4 are enough']);
});

test('groups that nobody defined or hardly anybody uses are refused', () => {
  const shared = '.row {\n  display: flex;\n}\n.small {\n  color: red;\n}\n';
  const stylesheets = ['.a {\n  composes: row small from shared;\n}', '.b a {\n  composes: row tower from shared;\n}'];
  expect(groupViolations(shared, stylesheets)).toEqual([
    'there is no shared group tower',
    'the shared group small has 1 uses',
  ]);
});
