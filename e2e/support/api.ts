import { productUrl } from './product.ts';

interface ApiOptions {
  token?: string;
  json?: unknown;
  form?: FormData;
}

export async function api<T>(method: string, path: string, { token, json, form }: ApiOptions = {}): Promise<T> {
  const answer = await fetch((await productUrl()) + path, {
    method,
    headers: {
      'accept-language': 'ru',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    body: form ?? (json === undefined ? undefined : JSON.stringify(json)),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
}
