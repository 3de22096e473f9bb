/** Objects under this prefix are never served by `/media`. */
export const AUDIO_PREFIX = 'private/audio/';

/** The store keeps bytes only; the content type is in the row. */
export const audioKey = (sha256: string): string =>
  `${AUDIO_PREFIX}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}.bin`;

export const isAudioKey = (key: string): boolean =>
  /^private\/audio\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}\.bin$/.test(key);
