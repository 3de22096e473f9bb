export interface UploadOptions {
  onProgress?: (share: number) => void;
  /** Called with true when waiting for the network, the server or a free slot, with false when continuing. */
  onWaiting?: (isWaiting: boolean) => void;
  /**
   * Aborting also deletes the upload on the server, except with the reason {@link PAUSED}. Throws the signal's reason.
   */
  signal?: AbortSignal;
  /** The user who owns the upload; the server rejects the request when another user is signed in. */
  viewerId?: number | undefined;
}

/** Abort reason that leaves the uploaded chunks on the server, so that the same file can resume. */
export const PAUSED: unique symbol = Symbol('paused');
