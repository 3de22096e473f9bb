import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLike } from './use-like.ts';

const nothing = (): void => undefined;

test('what was rendered is not rendered a second time, and another count is shown', () => {
  let renders = 0;
  const { result, rerender } = renderHook(
    (count: number) => {
      renders += 1;
      return useLike({ liked: true, count }, async () => ({ liked: true, count }), nothing, nothing);
    },
    { initialProps: 3 },
  );
  expect(renders).toBe(1);
  rerender(4);
  expect(result.current.like).toEqual({ liked: true, count: 4 });
});
