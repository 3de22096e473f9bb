import { ApiError, NETWORK } from './api-error.ts';

export interface PreparedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: BodyInit | undefined;
}

export interface RawResponse {
  status: number;
  text: string;
}

/** `fetch` does not report upload progress, so uploads that show progress use XMLHttpRequest. */
export function sendWithProgress(
  request: PreparedRequest,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, request.url);
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    xhr.onload = () => resolve({ status: xhr.status, text: xhr.responseText });
    xhr.onerror = () => reject(new ApiError(0, NETWORK));
    xhr.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    signal?.addEventListener('abort', () => xhr.abort());
    xhr.send(request.body as XMLHttpRequestBodyInit);
  });
}
