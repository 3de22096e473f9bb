export function canFloat(): boolean {
  return typeof document !== 'undefined' && document.pictureInPictureEnabled === true;
}

export async function toggleFloating(video: HTMLVideoElement): Promise<boolean> {
  const isFloating = document.pictureInPictureElement === video;
  try {
    if (isFloating) await document.exitPictureInPicture();
    else await video.requestPictureInPicture();
  } catch {
    // Ignored: there is no frame yet, or the browser refuses.
  }
  return document.pictureInPictureElement === video;
}
