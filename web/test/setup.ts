import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

// Milliseconds; generous for busy machines.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
});

// Pages retry failed requests, and the runner waits until the window is idle, so a request under way at the end would
// repeat forever. After the tests of a file, requests are blocked. Pages also load modules on demand; a load that is
// still under way when the runner closes would be rejected and fail the run.
afterAll(async () => {
  window.fetch = () => new Promise(() => {});
  Object.assign(window, { setTimeout: () => 0, setInterval: () => 0 });
  await vi.dynamicImportSettled();
});

// happy-dom has no popovers. Files of a worker share prototypes, so each file begins with these.
Object.assign(HTMLElement.prototype, {
  showPopover() {},
  hidePopover(this: HTMLElement) {
    this.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'closed' }));
  },
});

// Without Web Locks each tab owns its sockets; tests with several tabs install their own.
Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true, writable: true });
