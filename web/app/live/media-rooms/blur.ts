export type BlurProblem = 'slow' | 'unsupported' | 'failed';

export interface Blur {
  track: MediaStreamTrack;
  fps(): number;
  stop(): void;
}

const WORKER = '/blur/blur.js';
const FPS_MIN = 20;
const FPS_MAX = 30;
/** Wider frames are scaled down first; the person's outline does not get sharper with more pixels. */
const WIDTH_MAX = 640;
/** The first frame compiles shaders, so it and the wait for it are not measured. */
const FIRST_MS = 15_000;
const MEASURED = 12;
const MEASURE_MS = 4000;
/** Milliseconds between checks of the frame rate, so that a short load peak is tolerated. */
const LOOK_MS = 5000;
const SLOW_IN_A_ROW = 2;

type WorkerMessage = { is: 'ready' } | { is: 'picture'; picture: ImageBitmap } | { is: 'failed'; why: string };

/** Blurs the background of a camera track. Stops with `slow` when the machine cannot process 20 frames a second. */
export async function blurBackground(
  camera: MediaStreamTrack,
  onGivenUp: (problem: BlurProblem) => void,
): Promise<Blur | { problem: BlurProblem }> {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return { problem: 'unsupported' };
  const canvas = document.createElement('canvas');
  const shown = canvas.getContext('bitmaprenderer');
  const [track] = shown === null || canvas.captureStream === undefined ? [] : canvas.captureStream(FPS_MAX).getTracks();
  if (track === undefined || shown === null) return { problem: 'unsupported' };

  const worker = new Worker(WORKER);
  const video = document.createElement('video');
  video.muted = video.playsInline = true;
  video.srcObject = new MediaStream([camera]);
  const times: number[] = [];
  let begunAt: number | undefined;
  let count = 0;
  let slow = 0;
  let isOver = false;
  /** After the track was returned, problems are reported by callback instead of by the result. */
  let isGiven = false;
  const fps = (): number =>
    times.length === 0 ? 0 : Math.min(FPS_MAX, (1000 * times.length) / times.reduce((sum, time) => sum + time, 0));

  async function processFrame(): Promise<void> {
    if (isOver || begunAt !== undefined || video.videoWidth === 0) return;
    begunAt = performance.now();
    const width = Math.min(WIDTH_MAX, video.videoWidth);
    const height = Math.round((width * video.videoHeight) / video.videoWidth);
    try {
      const picture = await createImageBitmap(video, { resizeWidth: width, resizeHeight: height });
      worker.postMessage(picture, [picture]);
    } catch {
      begunAt = undefined;
    }
  }
  function handlePicture(picture: ImageBitmap): void {
    if (begunAt !== undefined && count > 0) times.push(performance.now() - begunAt);
    if (times.length > MEASURED) times.shift();
    begunAt = undefined;
    count += 1;
    Object.assign(canvas, { width: picture.width, height: picture.height });
    shown?.transferFromImageBitmap(picture);
  }

  const feeding = setInterval(() => void processFrame(), 1000 / FPS_MAX);
  const looking = setInterval(() => {
    slow = times.length > 0 && fps() < FPS_MIN ? slow + 1 : 0;
    if (!isGiven || slow < SLOW_IN_A_ROW) return;
    stop();
    onGivenUp('slow');
  }, LOOK_MS);
  function stop(): void {
    isOver = true;
    clearInterval(feeding);
    clearInterval(looking);
    worker.terminate();
    video.srcObject = null;
    track?.stop();
  }

  const problem = await new Promise<BlurProblem | undefined>((resolveStart) => {
    const checkSpeed = (): void => resolveStart(fps() >= FPS_MIN ? undefined : 'slow');
    const late = setTimeout(checkSpeed, FIRST_MS);
    const fail = (): void => {
      clearTimeout(late);
      resolveStart('failed');
      if (isOver || !isGiven) return;
      stop();
      onGivenUp('failed');
    };
    worker.onerror = fail;
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.is === 'failed') fail();
      if (data.is !== 'picture') return;
      handlePicture(data.picture);
      if (count === 1) setTimeout(checkSpeed, MEASURE_MS);
      if (times.length === MEASURED) checkSpeed();
    };
    video.play().catch(() => {});
  });
  if (problem !== undefined) {
    stop();
    return { problem };
  }
  isGiven = true;
  return { track, fps, stop };
}
