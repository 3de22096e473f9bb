export type Scheme = 'light' | 'dark' | 'auto';

const KEY = 'scheme';
const ATTRIBUTE = 'data-mantine-color-scheme';

/**
 * Runs in <head> before the first paint, so that a chosen scheme never flashes. The text is static, because its hash is
 * in the CSP.
 */
export const SCHEME_SCRIPT = `try{var s=localStorage.getItem('${KEY}')}catch(e){}document.documentElement.setAttribute('${ATTRIBUTE}',s==='dark'||s!=='light'&&matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light')`;

const listeners = new Set<() => void>();

export function getScheme(): Scheme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'auto';
  } catch {
    return 'auto';
  }
}

function systemIsDark(): boolean {
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

function apply(scheme: Scheme): void {
  const dark = scheme === 'dark' || (scheme === 'auto' && systemIsDark());
  document.documentElement.setAttribute(ATTRIBUTE, dark ? 'dark' : 'light');
}

export function setScheme(scheme: Scheme): void {
  if (scheme === 'auto') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, scheme);
  apply(scheme);
  for (const listener of listeners) listener();
}

/** Subscribes to scheme changes by this tab, another tab or the system. */
export function subscribeScheme(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const refresh = (): void => {
    apply(getScheme());
    listener();
  };
  listeners.add(listener);
  // The system scheme may have changed since the page was loaded.
  apply(getScheme());
  system.addEventListener('change', refresh);
  window.addEventListener('storage', refresh);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', refresh);
    window.removeEventListener('storage', refresh);
  };
}
