/** Under the folder that `/media` never hands out. */
export const AUDIO_PREFIX = 'private/audio/';

/** Where a content lies. The store knows bytes: its type stands in the row. */
export const audioKey = (sha256: string): string =>
  `${AUDIO_PREFIX}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}.bin`;

/** Whether a key is one of ours. */
export const isAudioKey = (key: string): boolean =>
  /^private\/audio\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}\.bin$/.test(key);
