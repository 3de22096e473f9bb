/** Whether this browser can record a canvas together with mixed sound; recording is not offered otherwise. */
export const canRecord = (): boolean =>
  typeof MediaRecorder === 'function' &&
  typeof AudioContext === 'function' &&
  typeof HTMLCanvasElement.prototype.captureStream === 'function';
