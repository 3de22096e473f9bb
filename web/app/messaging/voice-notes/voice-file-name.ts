export function voiceFileName(type: string): string {
  return type.includes('mp4') ? 'voice.m4a' : type.includes('ogg') ? 'voice.ogg' : 'voice.webm';
}
