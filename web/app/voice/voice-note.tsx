import type { ChatFile } from '@app/contract/chat-files';

export interface VoiceNoteProps {
  file: ChatFile;
  mine: boolean;
  /** Whose it is, for the bar that goes along to other pages. */
  name?: string;
  /** Told once, when somebody else's note begins to play; the server is told already. */
  onHeard?: () => void;
}

/** A voice note in a message: play, waveform, speed. */
export function VoiceNote(_props: VoiceNoteProps) {
  return null;
}
