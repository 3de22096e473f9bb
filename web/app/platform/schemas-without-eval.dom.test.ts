import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('schemas of the site parse without code made of text', async () => {
  await import('./schemas-without-eval.ts');
  vi.resetModules();
  const probe = vi.fn();
  vi.stubGlobal('Function', probe);
  const { UserChange } = await import('@app/contract/people/users');
  expect(UserChange.safeParse({ firstname: 'Анна' }).success).toBe(true);
  expect(probe).not.toHaveBeenCalled();
});
