import { expect, test } from 'vitest';
import { z } from 'zod';
import { optionalId, requiredLine, singleLine, wholeNumber } from './fields.ts';
import { fieldIssues, issueText } from './input-issues.ts';

const Form = z.object({
  name: requiredLine(5),
  login: z.string().min(3),
  about: singleLine(5).optional(),
  price: wholeNumber(1, 10),
  city: optionalId,
});

function issues(form: unknown) {
  const result = Form.safeParse(form, { reportInput: true });
  return result.success ? {} : fieldIssues(result.error);
}

const right = { name: 'Анна', login: 'anna', price: 5 };

test('nothing is wrong with a right form', () => {
  expect(issues(right)).toEqual({});
});

test('what is missing or empty is required, what is cut short or too long is said so, the rest is invalid', () => {
  expect(issues({ ...right, name: undefined })).toEqual({ name: 'required' });
  expect(issues({ ...right, name: '  ' })).toEqual({ name: 'required' });
  expect(issues({ ...right, login: 'an' })).toEqual({ login: 'too_short' });
  expect(issues({ ...right, about: 'слишком длинно' })).toEqual({ about: 'too_long' });
  expect(issues({ ...right, city: 'x' })).toEqual({ city: 'invalid' });
  expect(issues({ ...right, name: 7 })).toEqual({ name: 'invalid' });
});

test('every field is named, each with one issue', () => {
  expect(Object.keys(issues({})).sort()).toEqual(['login', 'name', 'price']);
});

test('a form that is no form has an issue with itself', () => {
  expect(issues([])).toEqual({ body: 'invalid' });
});

test('a field’s own words go before the general ones, and registration shares those of the profile', () => {
  const has = (key: string) => key === 'errors.field.email.invalid';
  expect(issueText('email', 'invalid', has)).toBe('errors.field.email.invalid');
  expect(issueText('user_email', 'invalid', has)).toBe('errors.field.email.invalid');
  expect(issueText('email', 'too_long', has)).toBe('errors.field.too_long');
});
