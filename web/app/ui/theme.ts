import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, rem, virtualColor } from '@mantine/core';
import { RAMP } from '#contract/platform/brand-ramp';

// OKLCH color ramps, index 0 (lightest) to 9 (darkest), with names from the northern forest.
const cloud: MantineColorsTuple = [
  '#fef8ef',
  '#ffeed4',
  '#ffddae',
  '#ffc97f',
  '#fcb14f',
  '#ea982b',
  '#ca7c1f',
  '#a6611e',
  '#844a19',
  '#603412',
];
const berry: MantineColorsTuple = [
  '#fff4f4',
  '#ffe5e4',
  '#ffcbcb',
  '#fda7a9',
  '#f47e84',
  '#e65764',
  '#d0384d',
  '#b1293d',
  '#902131',
  '#6a1a25',
];
const bilberry: MantineColorsTuple = [
  '#f2f7ff',
  '#e2ecff',
  '#c8dcff',
  '#a6c5fd',
  '#81aaf5',
  '#5f8ee6',
  '#4272cd',
  '#315cb0',
  '#26498f',
  '#1b3568',
];
const gray: MantineColorsTuple = [
  '#f9fafa',
  '#f2f4f3',
  '#e7ebe9',
  '#dadedd',
  '#c6cbc9',
  '#8f9492',
  '#666c69',
  '#515755',
  '#353b38',
  '#1a1f1d',
];
const dark: MantineColorsTuple = [
  '#eaeeec',
  '#c9cdcc',
  '#a5aba9',
  '#7c8280',
  '#3f4744',
  '#323a37',
  '#282f2d',
  '#1d2321',
  '#131816',
  '#0a0e0d',
];

// Components use semantic names. Only virtual colors make autoContrast aware of the scheme: with a plain tuple the text
// color on a filled button is computed once, for the light scheme.
const same = (name: string, ramp: string) => virtualColor({ name, light: ramp, dark: ramp });

const BUTTON_SIZES: Record<string, Record<string, string>> = {
  md: { '--button-height': rem(44), '--button-fz': 'var(--ok-text-ui)', '--button-padding-x': 'var(--ok-space-4)' },
  sm: { '--button-height': rem(36), '--button-fz': 'var(--ok-text-small)', '--button-padding-x': 'var(--ok-space-4)' },
};
const INPUT_SIZES: Record<string, Record<string, string>> = {
  md: { '--input-height': rem(44), '--input-fz': 'var(--ok-text-body)' },
  sm: { '--input-height': rem(36) },
};
const BADGE = { '--badge-fz': 'var(--ok-text-caption)', '--badge-height': rem(24) };
const BADGE_SMALL = {
  '--badge-fz': 'var(--ok-text-badge)',
  '--badge-height': rem(20),
  '--badge-padding-x': 'var(--ok-space-2)',
};

/**
 * Options open inside the field's landmark, and the list itself scrolls, because a scrolling wrapper would have no
 * accessible name.
 */
const CHOICES = {
  withScrollArea: false,
  styles: { options: { maxHeight: 200, overflowY: 'auto' } },
  comboboxProps: { withinPortal: false },
} as const;

export const theme = createTheme({
  colors: {
    pine: RAMP,
    cloud,
    berry,
    bilberry,
    gray,
    dark,
    brand: same('brand', 'pine'),
    gold: same('gold', 'cloud'),
    danger: same('danger', 'berry'),
    info: same('info', 'bilberry'),
    red: berry,
    green: RAMP,
    blue: bilberry,
    yellow: cloud,
    orange: cloud,
  },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  white: '#ffffff',
  black: '#1a1f1d',
  fontFamily: 'var(--ok-font)',
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  fontSizes: {
    xs: 'var(--ok-text-caption)',
    sm: 'var(--ok-text-small)',
    md: 'var(--ok-text-body)',
    lg: 'var(--ok-text-lead)',
    xl: 'var(--ok-text-h2)',
  },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.45', xl: '1.3' },
  fontWeights: { regular: '400', medium: '550', bold: '650' },
  headings: {
    fontWeight: '680',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'var(--ok-text-h1)', lineHeight: '1.15' },
      h2: { fontSize: 'var(--ok-text-h2)', lineHeight: '1.2' },
      h3: { fontSize: 'var(--ok-text-h3)', lineHeight: '1.25' },
      h4: { fontSize: 'var(--ok-text-lead)', lineHeight: '1.3' },
      h5: { fontSize: 'var(--ok-text-ui)', lineHeight: '1.35' },
      h6: { fontSize: 'var(--ok-text-caption)', lineHeight: '1.4' },
    },
  },
  spacing: {
    xs: 'var(--ok-space-2)',
    sm: 'var(--ok-space-3)',
    md: 'var(--ok-space-4)',
    lg: 'var(--ok-space-6)',
    xl: 'var(--ok-space-10)',
  },
  radius: {
    xs: 'var(--ok-radius-xs)',
    sm: 'var(--ok-radius-sm)',
    md: 'var(--ok-radius-md)',
    lg: 'var(--ok-radius-lg)',
    xl: 'var(--ok-radius-xl)',
  },
  defaultRadius: 'md',
  breakpoints: { xs: '30em', sm: '48em', md: '62em', lg: '75em', xl: '90em' },
  shadows: {
    xs: '0 1px 2px rgba(16,28,23,.06)',
    sm: '0 1px 2px rgba(16,28,23,.06), 0 4px 12px rgba(16,28,23,.06)',
    md: '0 2px 4px rgba(16,28,23,.05), 0 10px 28px rgba(16,28,23,.10)',
    lg: '0 4px 8px rgba(16,28,23,.06), 0 20px 48px rgba(16,28,23,.16)',
    xl: '0 8px 16px rgba(16,28,23,.10), 0 32px 80px rgba(16,28,23,.28)',
  },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { size: 'md', fw: 550 },
      vars: (_theme: unknown, { size }: { size?: unknown }) => ({ root: BUTTON_SIZES[String(size)] ?? {} }),
    },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 40, color: 'gray', radius: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md', ...CHOICES } },
    Autocomplete: { defaultProps: { size: 'md', ...CHOICES } },
    Textarea: { defaultProps: { size: 'md', autosize: true } },
    NumberInput: { defaultProps: { size: 'md' } },
    Input: {
      vars: (_theme: unknown, { size }: { size?: unknown }) => ({ wrapper: INPUT_SIZES[String(size)] ?? {} }),
      styles: (_theme: unknown, { error }: { error?: unknown }) => ({
        input: { '--input-bd': error ? 'var(--mantine-color-error)' : 'var(--ok-control-line)' },
      }),
    },
    InputWrapper: {
      styles: {
        label: { fontSize: 'var(--ok-text-small)', fontWeight: 550, marginBottom: 'var(--ok-space-2)' },
        error: { fontSize: 'var(--ok-text-caption)', marginTop: 'var(--ok-space-2)' },
        description: { fontSize: 'var(--ok-text-caption)' },
      },
    },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'xl',
        padding: 'lg',
        zIndex: 'var(--ok-layer-window)',
        overlayProps: { backgroundOpacity: 0.5, blur: 2 },
      },
    },
    Paper: { defaultProps: { radius: 'lg' } },
    Badge: {
      defaultProps: { radius: 'sm', variant: 'light' },
      vars: (_theme: unknown, { size }: { size?: unknown }) => ({ root: size === 'sm' ? BADGE_SMALL : BADGE }),
      styles: { root: { textTransform: 'none', fontWeight: 550, letterSpacing: 0 } },
    },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: true, radius: 'sm' } },
    Anchor: { defaultProps: { underline: 'hover' } },
    Skeleton: { defaultProps: { radius: 'md' } },
    Indicator: { styles: { indicator: { color: 'var(--mantine-color-danger-contrast)' } } },
    Checkbox: {
      defaultProps: { radius: 'xs' },
      vars: () => ({ root: { '--checkbox-icon-color': 'var(--mantine-color-brand-contrast)' } }),
    },
  },
});

function soft(name: string, background: string, hover: string, ink: string): Record<string, string> {
  return {
    [`--mantine-color-${name}-light`]: background,
    [`--mantine-color-${name}-light-hover`]: hover,
    [`--mantine-color-${name}-light-color`]: ink,
  };
}

// Mantine defines these variables per scheme, so the overrides are per scheme too; plain `:root` has lower specificity.
const TOKENS: Record<string, string> = {
  '--mantine-color-body': 'var(--ok-surface)',
  '--mantine-color-text': 'var(--ok-ink)',
  '--mantine-color-dimmed': 'var(--ok-ink-2)',
  '--mantine-color-default-border': 'var(--ok-button-line)',
  '--mantine-color-error': 'var(--ok-error)',
  '--mantine-color-anchor': 'var(--ok-link)',
  '--mantine-color-success': 'var(--ok-link)',
};

export const resolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...TOKENS,
    '--mantine-color-placeholder': '#666c69',
    ...soft('brand', '#e3f5ed', '#d0eddf', '#0e563f'),
    ...soft('gold', '#ffeed4', '#ffe3bb', '#844a19'),
    ...soft('danger', '#ffe5e4', '#ffd5d4', '#902131'),
    ...soft('info', '#e2ecff', '#d0e0ff', '#26498f'),
    ...soft('gray', '#e7ebe9', '#dadedd', '#353b38'),
  },
  dark: {
    ...TOKENS,
    '--mantine-color-placeholder': '#a5aba9',
    '--mantine-color-default': '#282f2d',
    '--mantine-color-default-hover': '#323a37',
    '--mantine-color-brand-outline': '#65c19d',
    '--mantine-color-danger-outline': '#f47e84',
    ...soft('brand', '#17342a', '#1e4436', '#91d7ba'),
    ...soft('gold', '#3a2a14', '#4a361b', '#ffc97f'),
    ...soft('danger', '#3a1d21', '#4a262b', '#fda7a9'),
    ...soft('info', '#1d2a45', '#263657', '#a6c5fd'),
    ...soft('gray', '#2d3532', '#38413e', '#c9cdcc'),
  },
});
