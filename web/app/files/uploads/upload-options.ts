export interface UploadOptions {
  /** Share that has arrived, 0 to 1. */
  onProgress?: (share: number) => void;
  /** true: it waits, for the network, the server or its turn; false: it goes on. */
  onWaiting?: (isWaiting: boolean) => void;
  /** Aborting also takes back what the server has of it, except with the reason {@link PAUSED}. The reason is thrown. */
  signal?: AbortSignal;
  /** Whose it is: nobody else sends it, whoever is signed in by now. */
  viewerId?: number | undefined;
}

/** Reason of an abort that leaves what has arrived where it is: the same file goes on from there. */
export const PAUSED: unique symbol = Symbol('paused');
