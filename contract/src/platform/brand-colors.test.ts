import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brandStyle, CONTRAST_MIN, contrastOf, contrastsOf, DEFAULT_COLOR, shadesOf } from './brand-colors.ts';

test('the contrast of known pairs is that of WCAG', () => {
  expect(contrastOf('#ffffff', '#000000')).toBeCloseTo(21, 5);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('the product’s own color gives the ramp of the theme', () => {
  const [lightest, , , , , , , primary, , darkest] = shadesOf(DEFAULT_COLOR);
  expect([lightest, primary, darkest]).toEqual(['#f0f9f5', DEFAULT_COLOR, '#0c3e2d']);
});

test.each([
  ['#1d4ed8', true],
  ['#b91c1c', true],
  ['#7c3aed', true],
  ['#ffcc00', false],
  ['#ff5722', false],
  ['#ffffff', false],
])('%s is readable: %s', (color, isReadable) => {
  const { light, dark } = contrastsOf(color);
  expect(Math.min(light, dark) >= CONTRAST_MIN).toBe(isReadable);
});

test('every color gives ten shades that browsers understand, and keeps the color itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const color = `#${number.toString(16).padStart(6, '0')}`;
      const shades = shadesOf(color);
      expect(shades).toHaveLength(10);
      expect(shades[7]).toBe(color);
      for (const shade of shades) expect(shade).toMatch(/^#[0-9a-f]{6}$/);
      expect(brandStyle(color)).toMatch(/^:root:root:root\{(?:--[\w-]+:[^;{}<]+;?)+\}$/);
    }),
    { numRuns: 50 },
  );
});
