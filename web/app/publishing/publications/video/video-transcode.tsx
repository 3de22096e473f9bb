import type { PublicationFile } from '@app/contract/publishing/publications';
import { useTranscode } from './use-transcode.ts';

interface VideoTranscodeProps {
  file: PublicationFile;
  viewerId: number;
  isOwn: boolean;
  onChange: (file: PublicationFile) => void;
}

/** Hears how far a video is, as long as it is being made. */
export function VideoTranscode({ file, viewerId, isOwn, onChange }: VideoTranscodeProps) {
  useTranscode(file, viewerId, isOwn, onChange);
  return null;
}
