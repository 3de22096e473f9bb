import { expect, test } from 'vitest';
import { classifyFailure } from './send-failure.ts';

const refusal = (status: number, code = 'internal', retryAfter: number | null = null) =>
  classifyFailure({ status, code, message: 'Слова сервера', retryAfter });

test('what is no fault of the message is tried again, when the server says so not before', () => {
  for (const status of [0, 408, 425, 429, 500, 502, 503]) expect(refusal(status).kind, String(status)).toBe('wait');
  expect(refusal(429, 'too_many_requests', 7)).toEqual({ kind: 'wait', afterMs: 7000 });
  expect(refusal(409, 'idempotency_running').kind).toBe('wait');
});

test('without the session of its owner nothing is sent at all', () => {
  expect(refusal(401, 'session_expired').kind).toBe('stop');
  expect(refusal(409, 'conflict').kind).toBe('stop');
  expect(refusal(403, 'csrf').kind).toBe('stop');
});

test('a refusal of the message itself is final, in the server’s words', () => {
  expect(refusal(403, 'blocked')).toEqual({ kind: 'final', code: 'blocked', message: 'Слова сервера' });
  expect(refusal(404, 'not_found').kind).toBe('final');
  expect(refusal(413, 'file_too_large').kind).toBe('final');
});
