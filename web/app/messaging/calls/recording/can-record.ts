/** Whether this browser records a picture that it draws and a sound that it mixes. Where it does not, nothing is offered. */
export const canRecord = (): boolean =>
  typeof MediaRecorder === 'function' &&
  typeof AudioContext === 'function' &&
  typeof HTMLCanvasElement.prototype.captureStream === 'function';
