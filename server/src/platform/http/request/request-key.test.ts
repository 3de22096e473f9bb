import { expect, test } from 'vitest';
import { publicCacheKey, requestLanguage } from './request-key.ts';

const get = (headers: Record<string, string> = {}, url = '/api/boards/enabled?page=2') => ({
  method: 'GET',
  url,
  headers,
});

test('anonymous readers of one language and zone share an answer', () => {
  expect(publicCacheKey(get())).toBe('ru /api/boards/enabled?page=2');
  expect(publicCacheKey(get({ 'accept-language': 'de-AT' }))).toBe('de /api/boards/enabled?page=2');
  expect(publicCacheKey(get({ cookie: 'csrftoken=x; lang=ko' }))).toBe('ko /api/boards/enabled?page=2');
  expect(publicCacheKey(get({ cookie: 'lang=ru; tz=Asia/Tokyo' }, '/ad/1'))).toBe('ru Asia/Tokyo /ad/1');
  expect(publicCacheKey(get({ cookie: 'tz=Mars/Olympus' }, '/ad/1'))).toBe('ru /ad/1');
  expect(publicCacheKey(get({ cookie: 'tz=Asia/Tokyo' }))).toBe(publicCacheKey(get()));
  expect(publicCacheKey(get({ cookie: 'mytoken=x' }))).toBe(publicCacheKey(get()));
});

test('whoever brings a credential is answered alone, be it dead or alive', () => {
  expect(publicCacheKey(get({ cookie: 'token=x' }))).toBeUndefined();
  expect(publicCacheKey(get({ cookie: 'lang=ru; token=x; a=b' }))).toBeUndefined();
  expect(publicCacheKey(get({ cookie: 'lang=ru;token=x' }))).toBeUndefined();
  expect(publicCacheKey(get({ authorization: 'Bearer x' }))).toBeUndefined();
  expect(publicCacheKey(get({ authorization: '' }))).toBeUndefined();
});

test('only GET is answered from memory', () => {
  for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
    expect(publicCacheKey({ ...get(), method })).toBeUndefined();
});

test('the language comes from the cookie, then the browser, and a strange cookie counts as none', () => {
  const headers = { 'accept-language': 'fr' };
  expect(requestLanguage({ headers: { ...headers, cookie: 'lang=es' } })).toBe('es');
  expect(requestLanguage({ headers: { ...headers, cookie: 'lang=xx' } })).toBe('fr');
  expect(requestLanguage({ headers: { ...headers, cookie: 'slang=es' } })).toBe('fr');
  expect(requestLanguage({ headers: { ...headers, cookie: 'lang=ruble' } })).toBe('fr');
  expect(requestLanguage({ headers: {} })).toBe('ru');
});
