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

/** A socket that opens when the test accepts it, and keeps what the page says. */
export class OpeningSocket extends FakeSocket {
  override readyState = 0;
  said: string[] = [];
  onclose: ((event: { code: number }) => void) | undefined;

  override send(text = ''): void {
    this.said.push(text);
  }

  override close(): void {
    this.end(1000);
  }

  accept(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  tell(event: unknown): void {
    this.onmessage?.({ data: JSON.stringify(event) });
  }

  end(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}
