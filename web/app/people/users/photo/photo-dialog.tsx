import { lazy, Suspense } from 'react';

export interface PhotoDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Called with the new photo, or null after removal. */
  onSaved: (photo: string | null) => void;
  hasPhoto?: boolean;
}

// The editor is loaded only when the user changes the photo.
const PhotoEditor = lazy(() => import('./photo-editor.tsx').then((module) => ({ default: module.PhotoEditor })));

/** Changes the own photo: from a file, the clipboard or the camera, cropped and rotated. */
export function PhotoDialog({ isOpen, ...editor }: PhotoDialogProps) {
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <PhotoEditor {...editor} />
    </Suspense>
  );
}
