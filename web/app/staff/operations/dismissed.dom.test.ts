import { afterEach, expect, test } from 'vitest';
import { announcementKey, dismiss, HIDE_DISMISSED_SCRIPT, loadDismissed } from './dismissed.ts';

afterEach(() => {
  localStorage.clear();
  for (const style of document.head.querySelectorAll('style')) style.remove();
});

const runScript = (): string => {
  new Function(HIDE_DISMISSED_SCRIPT)();
  return [...document.head.querySelectorAll('style')].map((style) => style.textContent).join('');
};

test('what was hidden is hidden before the first paint, and a new wording of it is not', () => {
  expect(runScript()).toBe('');
  dismiss(announcementKey({ id: 5, revision: 1 }));
  dismiss(announcementKey({ id: 7, revision: 2 }));
  expect(runScript()).toBe('[data-announcement="5-1"],[data-announcement="7-2"]{display:none!important}');
  expect(loadDismissed()).not.toContain(announcementKey({ id: 5, revision: 2 }));
});

test('whatever else stands in the store neither breaks the page nor becomes a style', () => {
  for (const stored of ['{', '7', '[1,null]', '["x\\"]{}body"]']) {
    localStorage.setItem('announcements-hidden', stored);
    expect(runScript()).toBe('');
    expect(() => loadDismissed()).not.toThrow();
  }
});

test('only the last fifty are remembered', () => {
  for (let id = 1; id <= 60; id += 1) dismiss(`${id}-1`);
  expect(loadDismissed()).toHaveLength(50);
  expect(loadDismissed().at(-1)).toBe('60-1');
});
