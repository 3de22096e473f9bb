export interface ReadyMessage {
  type: 'ready';
  port: number;
}

/** Exit code when the library has no build for the platform; a restart would not help. */
export const NO_LIBRARY_EXIT_CODE = 78;
