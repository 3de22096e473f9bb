import { expect, test } from 'vitest';
import { readPageData } from './read-page-data.ts';

const bodyOf = (...pieces: Uint8Array[]): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new Blob(pieces as Uint8Array<ArrayBuffer>[]).stream();
const bytes = new TextEncoder().encode('{"person":{"data":{"name":"Анна"}}}');

const refuse = (): Promise<never> => Promise.reject(new Error('not asked for'));

test('JSON is read whole, however it is cut', async () => {
  const body = bodyOf(bytes.slice(0, 29), bytes.slice(29));
  const { value, done } = await readPageData(refuse, body, {});
  expect(value).toEqual({ person: { data: { name: 'Анна' } } });
  await done;
});

test('what is no JSON is left to the reader of React Router, with its options', async () => {
  const options = { plugins: [] };
  const decode = async (body: ReadableStream<Uint8Array>, given: object) => ({
    value: [await new Response(body as BodyInit).text(), given],
    done: Promise.resolve(),
  });
  const { value } = await readPageData(decode, bodyOf(new TextEncoder().encode('["Ж"]\n')), options);
  expect(value).toEqual(['["Ж"]\n', options]);
});

test('JSON that breaks off is an error', async () => {
  await expect(readPageData(refuse, bodyOf(bytes.slice(0, 20)), {})).rejects.toThrow(SyntaxError);
});
