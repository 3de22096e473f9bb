import type { PublicationFile } from '@app/contract/publishing/publications';
import { useTranscode } from './use-transcode.ts';

interface VideoTranscodeProps {
  file: PublicationFile;
  viewerId: number;
  isOwn: boolean;
  onChange: (file: PublicationFile) => void;
}

export function VideoTranscode({ file, viewerId, isOwn, onChange }: VideoTranscodeProps) {
  useTranscode(file, viewerId, isOwn, onChange);
  return null;
}
