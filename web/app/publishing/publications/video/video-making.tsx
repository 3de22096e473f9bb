import type { PostFile } from '@app/contract/publishing/publications';
import { useMaking } from './use-making.ts';

interface VideoMakingProps {
  file: PostFile;
  viewerId: number;
  isOwn: boolean;
  onChange: (file: PostFile) => void;
}

/** Hears how far a video is, as long as it is being made. */
export function VideoMaking({ file, viewerId, isOwn, onChange }: VideoMakingProps) {
  useMaking(file, viewerId, isOwn, onChange);
  return null;
}
