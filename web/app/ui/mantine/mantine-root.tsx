import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import './mantine-fixes.css';
import { type MantineColorScheme, type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { getScheme, setScheme, subscribeScheme } from '../../platform/scheme.ts';
import { resolver, theme } from '../theme.ts';

function schemeManager(): MantineColorSchemeManager {
  let stop = (): void => {};
  return {
    get: (fallback) => (typeof window === 'undefined' ? fallback : getScheme()),
    // Mantine calls `set` with the value that it was just given; passing the value on would loop.
    set: (scheme: MantineColorScheme) => {
      if (scheme !== getScheme()) setScheme(scheme);
    },
    subscribe: (onUpdate) => {
      stop = subscribeScheme(() => onUpdate(getScheme()));
    },
    unsubscribe: () => stop(),
    clear: () => setScheme('auto'),
  };
}

const manager = schemeManager();

/**
 * Mantine for the routes and islands that need it; the root and the most visited pages work without.
 *
 * A file that uses a component imports its stylesheet: `@mantine/core/styles/Button.css`. Do not import
 * UnstyledButton.css: `base.css` has the same rules, and a lazily loaded second copy would override the buttons based
 * on it.
 */
export function MantineRoot({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      colorSchemeManager={manager}
      defaultColorScheme="auto"
    >
      {children}
    </MantineProvider>
  );
}
