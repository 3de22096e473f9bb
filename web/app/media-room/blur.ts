/** Why the background stays as it is. */
export type BlurProblem = 'slow' | 'unsupported' | 'failed';

export interface Blur {
  track: MediaStreamTrack;
  /** Measured over the last seconds. */
  fps(): number;
  /** The camera's own track stays open. */
  stop(): void;
}

/** A camera's picture with everything but the person blurred. Where fewer than 20 frames a second are made it is given up: `slow`. */
export async function blurBackground(
  _camera: MediaStreamTrack,
  _onGivenUp: (problem: BlurProblem) => void,
): Promise<Blur | { problem: BlurProblem }> {
  return { problem: 'unsupported' };
}
