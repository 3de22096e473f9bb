import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import './mantine-fixes.css';
import { type MantineColorScheme, type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { getScheme, setScheme, subscribeScheme } from '../platform/scheme.ts';
import { resolver, theme } from './theme.ts';

/** Mantine follows the site's own choice of scheme instead of keeping a second one. */
function schemeManager(): MantineColorSchemeManager {
  let stop = (): void => {};
  return {
    get: (fallback) => (typeof window === 'undefined' ? fallback : getScheme()),
    // Mantine hands back what it was just told: passing that on would tell it again, without end.
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
 * Mantine for the routes and islands that need it; the root and the hot pages do without.
 * Whoever uses a component imports its stylesheet: `@mantine/core/styles/Button.css`. Not UnstyledButton.css: `base.css`
 * does the same, and a part loaded later would bring it again, after the buttons that build on it.
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
