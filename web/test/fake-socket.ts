import { act } from '@testing-library/react';

/** A socket of the page whose other end a test holds. The test extends it to keep those that are opened. */
export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readyState = 1;
  onmessage: ((event: { data: string }) => void) | undefined;
  onopen: (() => void) | undefined;
  readonly url: string;

  constructor(url: string | URL) {
    this.url = String(url);
  }

  send(): void {}
  close(): void {}

  /** What the server says. */
  receive(event: object): void {
    act(() => this.onmessage?.({ data: JSON.stringify(event) }));
  }
}
