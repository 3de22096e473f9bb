import { expect, test } from 'vitest';
import { keepsNothing, MEMORY_STORAGE_SCRIPT } from './private-storage.ts';

/** As a browser has it: entries are properties of the storage itself. */
class BrowserStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string): void {
    this[key] = String(value);
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

test('with the script nothing but named choices reaches the storage of the browser, and what lay there leaves it', () => {
  const [local, session, events] = [new BrowserStorage(), new BrowserStorage(), new EventTarget()];
  const isAsked = () => !events.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const kept = () => ({ ...local, ...session });
  local.setItem('ad-draft:5', '{"fields":"Диван","isSent":true}');
  local.setItem('scheme', 'dark');
  new Function('window', 'Storage', 'addEventListener', MEMORY_STORAGE_SCRIPT)(
    { localStorage: local, sessionStorage: session },
    BrowserStorage,
    events.addEventListener.bind(events),
  );
  expect(kept()).toEqual({ scheme: 'dark' });
  expect(local.getItem('ad-draft:5')).toContain('Диван');
  expect(isAsked()).toBe(false);

  local.setItem('recent-searches', '["стол"]');
  session.setItem('of-tomorrow', 'Анна');
  local.setItem('lang', 'de');
  expect(kept()).toEqual({ scheme: 'dark', lang: 'de' });
  expect([local.getItem('recent-searches'), session.getItem('of-tomorrow')]).toEqual(['["стол"]', 'Анна']);
  expect([session.getItem('recent-searches'), local.getItem('lang')]).toEqual([null, 'de']);
  local.removeItem('recent-searches');
  local.removeItem('lang');
  expect([local.getItem('recent-searches'), local.getItem('lang')]).toEqual([null, null]);

  session.setItem('registration', '{"user_firstname":"Анна"}');
  expect(isAsked()).toBe(true);
  session.removeItem('registration');
  expect(isAsked()).toBe(false);
  local.setItem('ad-draft:5', '{"fields":"Диван","isSent":false}');
  expect(isAsked()).toBe(true);
});

test('databases stay empty where the page says so', () => {
  expect(keepsNothing()).toBe(false);
  document.documentElement.dataset.storage = 'none';
  expect(keepsNothing()).toBe(true);
  delete document.documentElement.dataset.storage;
});
