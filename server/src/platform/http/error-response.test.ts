import { ERRORS } from '@app/contract/platform/errors';
import { LANGUAGES } from '@app/contract/platform/languages';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Failure } from '../failure.ts';
import { texts } from '../texts.ts';
import { fromFastify, invalidInput, toErrorResponse } from './error-response.ts';

test('every code becomes its status and a text to show, in every language', () => {
  for (const code of Object.keys(ERRORS) as (keyof typeof ERRORS)[]) {
    for (const lang of LANGUAGES) {
      const { status, body } = toErrorResponse(new Failure(code, { values: { max: 3, format: 'PDF' } }), texts, lang);
      expect({ code, status }).toEqual({ code, status: ERRORS[code] });
      expect(body.message, `${lang} ${code}`).toMatch(/^(?!errors\.)[^{}]+$/);
    }
  }
});

test('fields are told in the reader’s language', () => {
  const failure = new Failure('invalid_input', { fields: { name: 'errors.field.required' } });
  const [ru, en] = [toErrorResponse(failure, texts, 'ru'), toErrorResponse(failure, texts, 'en')];
  expect(ru.body.fields?.name).toBe(texts.t('ru', 'errors.field.required'));
  expect(en.body.fields?.name).not.toBe(ru.body.fields?.name);
});

test('details stand beside the code and cannot replace it', () => {
  const { body } = toErrorResponse(
    new Failure('not_activated', { details: { user_id: 7, code: 'x', message: 'y' } }),
    texts,
    'ru',
  );
  expect(body).toMatchObject({ user_id: 7, code: 'not_activated', message: 'Пользователь не активирован' });
});

test('a wait is told in whole seconds, at least one', () => {
  const wait = (retryAfter: number) =>
    toErrorResponse(new Failure('resend_too_early', { retryAfter }), texts, 'ru').headers['retry-after'];
  expect([0, 0.2, 59.1].map(wait)).toEqual(['1', '1', '60']);
});

test('what zod found is told per field, and the message may be the endpoint’s own', () => {
  const result = z
    .object({ name: z.string().min(1), city: z.number() })
    .safeParse({ name: '', city: 'x' }, { reportInput: true });
  const failure = invalidInput(result.error as z.ZodError, texts, { invalidText: 'errors.ad_incomplete' });
  const { body } = toErrorResponse(failure, texts, 'ru');
  expect(Object.keys(body.fields ?? {})).toEqual(['name', 'city']);
  expect(body.message).toBe(texts.t('ru', 'errors.ad_incomplete'));
});

test('what Fastify refuses is said in our codes, and what it does not know is a defect', () => {
  expect(fromFastify({ code: 'FST_ERR_CTP_INVALID_JSON_BODY' })?.code).toBe('invalid_json');
  expect(fromFastify({ code: 'FST_ERR_CTP_BODY_TOO_LARGE' })?.code).toBe('body_too_large');
  expect(fromFastify({ code: 'FST_PARTS_LIMIT' })?.code).toBe('invalid_input');
  expect(fromFastify({ statusCode: 415 })?.code).toBe('unsupported_body');
  expect(fromFastify({ statusCode: 500 })).toBeUndefined();
  expect(fromFastify({ code: '23505' })).toBeUndefined();
});
