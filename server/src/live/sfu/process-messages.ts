/** The media process says so when its doors are open. */
export interface ReadyMessage {
  type: 'ready';
  port: number;
}

/** The process ends with it where the library has no build for the platform: starting again would not help. */
export const NO_LIBRARY_EXIT_CODE = 78;
