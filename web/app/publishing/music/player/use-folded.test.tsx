import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FOLD_AFTER_MS, useFolded } from './use-folded.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

const show = (isPlaying: boolean, isFoldedAtFirst = false) =>
  renderHook((playing: boolean) => useFolded(playing, isFoldedAtFirst), { initialProps: isPlaying });

test('the bar folds half a minute after a pause, and is whole again while music plays', () => {
  const { result, rerender } = show(true);
  pass(FOLD_AFTER_MS * 2);
  expect(result.current.isFolded).toBe(false);
  rerender(false);
  pass(FOLD_AFTER_MS - 1);
  expect(result.current.isFolded).toBe(false);
  pass(1);
  expect(result.current.isFolded).toBe(true);
  rerender(true);
  expect(result.current.isFolded).toBe(false);
});

test('who uses the bar, or has something of it open, keeps it', () => {
  const { result } = show(false);
  pass(FOLD_AFTER_MS - 1000);
  result.current.postpone();
  pass(FOLD_AFTER_MS - 1);
  expect(result.current.isFolded).toBe(false);
  result.current.root.current = document.createElement('div');
  result.current.root.current.innerHTML = '<button aria-expanded="true"></button>';
  pass(FOLD_AFTER_MS * 3);
  expect(result.current.isFolded).toBe(false);
  result.current.root.current.innerHTML = '';
  pass(FOLD_AFTER_MS);
  expect(result.current.isFolded).toBe(true);
});

test('an offered session begins folded, and folds again after it was looked at', () => {
  const { result } = show(false, true);
  expect(result.current.isFolded).toBe(true);
  act(() => result.current.unfold());
  expect(result.current.isFolded).toBe(false);
  pass(FOLD_AFTER_MS);
  expect(result.current.isFolded).toBe(true);
});
