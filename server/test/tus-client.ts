export interface TusClient {
  create(bytes: number, purpose: string, name?: string, headers?: Record<string, string>): Promise<Response>;
  begin(bytes: number, purpose: string, name?: string): Promise<string>;
  offset(address: string): Promise<number>;
  send(address: string, offset: number, bytes: Uint8Array | ReadableStream, signal?: AbortSignal): Promise<Response>;
  remove(address: string): Promise<Response>;
}

const TUS = { 'tus-resumable': '1.0.0' };

export const uploadIdOf = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

export function tusClient(origin: string, token: string): TusClient {
  const authorization = `Bearer ${token}`;
  const create: TusClient['create'] = (bytes, purpose, name = 'a.bin', headers = {}) =>
    fetch(`${origin}/api/uploads`, {
      method: 'POST',
      headers: {
        ...TUS,
        authorization,
        'upload-length': String(bytes),
        'upload-metadata': `filename ${Buffer.from(name).toString('base64')},purpose ${Buffer.from(purpose).toString('base64')}`,
        ...headers,
      },
    });
  return {
    create,
    async begin(bytes, purpose, name) {
      const answer = await create(bytes, purpose, name);
      if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
      return answer.headers.get('location') ?? '';
    },
    async offset(address) {
      const answer = await fetch(origin + address, { method: 'HEAD', headers: { ...TUS, authorization } });
      return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : -answer.status;
    },
    send: (address, offset, bytes, signal) =>
      fetch(origin + address, {
        method: 'PATCH',
        headers: {
          ...TUS,
          authorization,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
        },
        body: bytes,
        signal,
        duplex: 'half',
      } as RequestInit),
    remove: (address) => fetch(origin + address, { method: 'DELETE', headers: { ...TUS, authorization } }),
  };
}
