interface Decoded {
  value: unknown;
  done: Promise<void>;
}

/**
 * Reads the data of a page: the server writes JSON, and leaves to React Router, and to its format, what is more than data,
 * as redirects and failures are. web/vite-router.ts puts it in the place of React Router's `decode`, which it is given.
 */
export async function readPageData<Options>(
  decode: (body: ReadableStream<Uint8Array>, options: Options) => Promise<Decoded>,
  body: ReadableStream<Uint8Array>,
  options: Options,
): Promise<Decoded> {
  const text = await new Response(body).text();
  if (text.startsWith('{')) return { value: JSON.parse(text), done: Promise.resolve() };
  return decode(new Blob([text]).stream(), options);
}
