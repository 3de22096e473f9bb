import type pg from 'pg';

interface Parts {
  connection: {
    stream: { destroy(error?: Error): void };
    on(event: 'errorMessage', listener: (message: { code?: string }) => void): void;
  };
}

const partsOf = (client: pg.ClientBase): Parts => client as unknown as Parts;

/** The socket of a connection; ending it gracefully would wait for the server. */
export const streamOf = (client: pg.ClientBase): Parts['connection']['stream'] => partsOf(client).connection.stream;

export function onServerError(client: pg.ClientBase, listener: (code: string | undefined) => void): void {
  partsOf(client).connection.on('errorMessage', ({ code }) => listener(code));
}
