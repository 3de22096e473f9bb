import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useLoaded } from './use-loaded.ts';

interface Request {
  key: string | null;
  signal: AbortSignal;
  answer: (value: string) => void;
  refuse: () => void;
}

const requests: Request[] = [];

function Page({ of, known = null }: { of: string | null; known?: string | null }) {
  const load = (signal: AbortSignal) =>
    new Promise<string>((answer, reject) =>
      requests.push({ key: of, signal, answer, refuse: () => reject(new Error('refused')) }),
    );
  const { value, hasFailed, retry } = useLoaded(of, load, known);
  return (
    <button type="button" onClick={retry}>
      {hasFailed ? 'failed' : (value ?? 'nothing')}
    </button>
  );
}

const last = (): Request => {
  const request = requests.at(-1);
  if (!request) throw new Error('nothing was asked');
  return request;
};

test('another key asks again, and a late answer for the former one is not shown', async () => {
  const { rerender } = render(<Page of="a" />);
  const former = last();
  rerender(<Page of="b" />);
  expect(former.signal.aborted).toBe(true);
  await act(async () => former.answer('A'));
  expect(screen.getByRole('button')).toHaveTextContent('nothing');
  await act(async () => last().answer('B'));
  expect(screen.getByRole('button')).toHaveTextContent('B');
  rerender(<Page of="a" />);
  expect(screen.getByRole('button')).toHaveTextContent('nothing');
});

test('a failure is shown until another attempt', async () => {
  render(<Page of="c" />);
  await act(async () => last().refuse());
  expect(screen.getByRole('button')).toHaveTextContent('failed');
  await act(async () => screen.getByRole('button').click());
  expect(screen.getByRole('button')).toHaveTextContent('nothing');
  await act(async () => last().answer('C'));
  expect(screen.getByRole('button')).toHaveTextContent('C');
});

test('what is known and what has no key are not asked for', () => {
  const before = requests.length;
  const { rerender } = render(<Page of="d" known="D" />);
  expect(screen.getByRole('button')).toHaveTextContent('D');
  rerender(<Page of={null} known="D" />);
  expect(screen.getByRole('button')).toHaveTextContent('nothing');
  expect(requests).toHaveLength(before);
});
