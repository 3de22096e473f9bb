/** Whether this browser can keep a video above everything. */
export function canFloat(): boolean {
  return typeof document !== 'undefined' && document.pictureInPictureEnabled === true;
}

/** Keep this video above everything, or bring it back. Answers whether it floats now. */
export async function toggleFloating(video: HTMLVideoElement): Promise<boolean> {
  const isFloating = document.pictureInPictureElement === video;
  try {
    if (isFloating) await document.exitPictureInPicture();
    else await video.requestPictureInPicture();
  } catch {
    // Nothing to show yet, or the browser does not let it: it stays where it is.
  }
  return document.pictureInPictureElement === video;
}
