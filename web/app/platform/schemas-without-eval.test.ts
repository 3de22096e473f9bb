import { expect, test, vi } from 'vitest';

test('schemas of the site parse without code made of text', async () => {
  await import('./schemas-without-eval.ts');
  vi.resetModules();
  const probe = vi.fn();
  vi.stubGlobal('Function', probe);
  const { z } = await import('zod');
  expect(z.object({ name: z.string() }).safeParse({ name: 'Анна' }).success).toBe(true);
  vi.unstubAllGlobals();
  expect(probe).not.toHaveBeenCalled();
});
