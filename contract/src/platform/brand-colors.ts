import { RAMP } from './brand-ramp.ts';

/**
 * Colors of the site computed from one color of the operator. Every color of the product's own green gets the hue and the
 * colorfulness of the operator's color; strong ones are lightened or darkened with it.
 */

const PRIMARY = 7;

/** Tokens of `tokens.css` and of Mantine that are green, on light and on dark pages. Numbers are places in the ramp. */
const TOKENS: Readonly<Record<string, readonly [light: string | number, dark: string | number]>> = {
  '--ok-focus': [7, 4],
  '--ok-link': [7, 4],
  '--ok-primary': [7, 4],
  '--ok-primary-hover': [8, 5],
  '--ok-accent-soft': ['#e3f5ed', '#17342a'],
  '--ok-accent-soft-hover': ['#d0eddf', '#1e4436'],
  '--ok-accent-ink': [8, 3],
  '--ok-new': ['#f3faf7', '#1b2b25'],
  '--ok-bubble-own': ['#d6f0e4', '#164534'],
  '--ok-mark': [7, 4],
  '--mantine-color-brand-light': ['#e3f5ed', '#17342a'],
  '--mantine-color-brand-light-hover': ['#d0eddf', '#1e4436'],
  '--mantine-color-brand-light-color': [8, 3],
  '--mantine-color-brand-outline': [7, 4],
  '--mantine-color-brand-filled': [7, 4],
  '--mantine-color-brand-filled-hover': [8, 5],
  '--mantine-color-pine-filled': [7, 4],
  '--mantine-color-pine-filled-hover': [8, 5],
  '--mantine-primary-color-filled': [7, 4],
  '--mantine-primary-color-filled-hover': [8, 5],
};

/** Letters and what they stand on, as pages use them. */
const INK = { light: '#1a1f1d', dark: '#eaeeec', onDarkButton: '#1a1f1d', onLightButton: '#ffffff' } as const;
const PAGES = { light: ['#ffffff', '#f2f4f3'], dark: ['#131816', '#1d2321', '#282f2d'] } as const;

export const CONTRAST_MIN = 4.5;
export const DEFAULT_COLOR = RAMP[PRIMARY];

export const isColor = (value: string): boolean => /^#[0-9a-f]{6}$/.test(value);

/** OKLCH: lightness 0 to 1, colorfulness, hue in radians. */
interface Lch {
  l: number;
  c: number;
  h: number;
}

const channelsOf = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const fromLinear = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * Math.max(value, 0) ** (1 / 2.4) - 0.055;

// Matrices of OKLab, B. Ottosson 2020.
function toLch(hex: string): Lch {
  const [r = 0, g = 0, b = 0] = channelsOf(hex).map(toLinear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(a, bb), h: Math.atan2(bb, a) };
}

function toChannels({ l, c, h }: Lch): number[] {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)];
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ].map(fromLinear);
}

/** Colorfulness that screens cannot show is reduced; lightness, and with it the contrast, stays. */
function toHex(color: Lch): string {
  for (let c = color.c; ; c -= 0.004) {
    const channels = toChannels({ ...color, c: Math.max(c, 0) });
    if (c > 0 && channels.some((value) => value < -0.0005 || value > 1.0005)) continue;
    const bytes = channels.map((value) => Math.round(Math.min(Math.max(value, 0), 1) * 255));
    return `#${bytes.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  }
}

const reference = toLch(DEFAULT_COLOR);

function recolor(hex: string, color: Lch, isStrong: boolean): string {
  const { l, c } = toLch(hex);
  return toHex({ l: isStrong ? (l * color.l) / reference.l : l, c: (c * color.c) / reference.c, h: color.h });
}

/** Ten shades, of which the operator's color is the eighth. */
export function shadesOf(color: string): string[] {
  const own = toLch(color);
  return RAMP.map((hex, place) => (place === PRIMARY ? color : recolor(hex, own, place > PRIMARY)));
}

function luminanceOf(hex: string): number {
  const [r = 0, g = 0, b = 0] = channelsOf(hex).map(toLinear);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2 contrast of two colors, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

interface Tones {
  light: Record<string, string>;
  dark: Record<string, string>;
}

function tonesOf(color: string): Tones {
  const own = toLch(color);
  const shades = shadesOf(color);
  const tone = (value: string | number): string =>
    typeof value === 'number' ? (shades[value] ?? color) : recolor(value, own, false);
  const entries = Object.entries(TOKENS);
  return {
    light: Object.fromEntries(entries.map(([name, [light]]) => [name, tone(light)])),
    dark: Object.fromEntries(entries.map(([name, [, dark]]) => [name, tone(dark)])),
  };
}

/** The worst contrast of letters on light and on dark pages that have this color. */
export function contrastsOf(color: string): { light: number; dark: number } {
  const worst = (tones: Record<string, string>, button: string, ink: string, pages: readonly string[]): number => {
    const of = (name: string): string => tones[name] ?? color;
    const pairs: [string, string][] = [
      [button, of('--ok-primary')],
      [button, of('--ok-primary-hover')],
      [of('--ok-accent-ink'), of('--ok-accent-soft')],
      [of('--ok-accent-ink'), of('--ok-accent-soft-hover')],
      [ink, of('--ok-bubble-own')],
      ...pages.map((page): [string, string] => [of('--ok-link'), page]),
    ];
    return Math.min(...pairs.map(([one, other]) => contrastOf(one, other)));
  };
  const { light, dark } = tonesOf(color);
  return {
    light: worst(light, INK.onLightButton, INK.light, PAGES.light),
    dark: worst(dark, INK.onDarkButton, INK.dark, PAGES.dark),
  };
}

/** A style sheet that overrides the product's own colors. Its selector outweighs those of Mantine. */
export function brandStyle(color: string): string {
  const { light, dark } = tonesOf(color);
  const tokens = Object.keys(TOKENS).map((name) => `${name}:light-dark(${light[name]},${dark[name]})`);
  const shades = shadesOf(color).map((shade, place) => `--mantine-color-pine-${place}:${shade}`);
  return `:root:root:root{${[...shades, ...tokens].join(';')}}`;
}

/** Colors of emails, which are shown on light pages only. */
export const emailColors = (color: string): { strong: string; soft: string; ink: string } => {
  const { light } = tonesOf(color);
  return {
    strong: color,
    soft: light['--ok-accent-soft'] ?? color,
    ink: light['--ok-accent-ink'] ?? color,
  };
};
