import { act } from '@testing-library/react';

/** WebSocket whose server side is controlled by the test. Tests extend the class to collect the opened sockets. */
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

  receive(event: object): void {
    act(() => this.onmessage?.({ data: JSON.stringify(event) }));
  }
}
