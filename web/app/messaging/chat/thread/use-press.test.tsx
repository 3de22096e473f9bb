import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLongPress } from '../use-long-press.ts';
import { usePress } from './use-press.ts';

const onMenu = vi.fn();
const onReply = vi.fn();
const onSheet = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  for (const spy of [onMenu, onReply, onSheet]) spy.mockReset();
});
afterEach(() => vi.useRealTimers());

function Bubble() {
  return <article {...usePress({ onMenu, onReply })}>Сообщение</article>;
}
function Row() {
  return <article {...useLongPress(({ point }) => onMenu(point.x, point.y))}>Сообщение</article>;
}
const touch = { pointerType: 'touch', isPrimary: true, clientX: 40, clientY: 60 };

test.each([Bubble, Row])('the click of the finger that held %o presses nothing that opened under it', (Pressed) => {
  render(
    <>
      <Pressed />
      <button type="button" onClick={onSheet}>
        Копировать
      </button>
    </>,
  );
  const sheet = screen.getByRole('button');
  fireEvent.pointerDown(screen.getByRole('article'), touch);
  act(() => void vi.advanceTimersByTime(500));
  expect(onMenu).toHaveBeenCalledExactlyOnceWith(40, 60);
  fireEvent.pointerUp(sheet, touch);
  fireEvent.click(sheet);
  expect(onSheet).not.toHaveBeenCalled();

  fireEvent.pointerDown(sheet, touch);
  fireEvent.click(sheet);
  expect(onSheet).toHaveBeenCalledTimes(1);
});

test('a swipe to the right replies, and is no long press', () => {
  render(<Bubble />);
  const bubble = screen.getByRole('article');
  fireEvent.pointerDown(bubble, touch);
  fireEvent.pointerMove(bubble, { ...touch, clientX: 60 });
  fireEvent.pointerMove(bubble, { ...touch, clientX: 140 });
  act(() => void vi.advanceTimersByTime(1000));
  fireEvent.pointerUp(bubble, { ...touch, clientX: 140 });
  expect(onReply).toHaveBeenCalledTimes(1);
  expect(onMenu).not.toHaveBeenCalled();
});
