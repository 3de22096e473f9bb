import { contain, cover, placeTiles, type Rect } from './layout.ts';
import type { RecordingScene, RecordingSceneTile } from './recording-scene.ts';

const WIDTH = 1280;
const HEIGHT = 720;
const FRAMES_PER_SECOND = 15;
const BACKGROUND = '#0e1311';
const TILE = '#1a201e';
const CALM = '#343c39';
const INK = '#eef2f0';
const FONT = '"Onest Variable", sans-serif';
const RADIUS = 14;
const LABEL = 30;

export interface CompositeVideo {
  track: MediaStreamTrack;
  show(scene: RecordingScene): void;
  stop(): void;
}

/** Draws all tiles into one video track. Null where the browser cannot record a canvas. */
export function createCompositeVideo(): CompositeVideo | null {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d', { alpha: false });
  const [track] = canvas.captureStream?.(FRAMES_PER_SECOND).getVideoTracks() ?? [];
  if (context === null || track === undefined) return null;
  const videos = new Map<string, { stream: MediaStream; element: HTMLVideoElement }>();
  let scene: RecordingScene = { tiles: [], sounds: [] };

  function releaseVideo(key: string): void {
    const video = videos.get(key);
    videos.delete(key);
    if (video !== undefined) video.element.srcObject = null;
  }

  function attachVideo({ key, stream }: RecordingSceneTile): void {
    if (videos.get(key)?.stream === stream) return;
    releaseVideo(key);
    if (stream === null) return;
    const element = document.createElement('video');
    element.muted = element.playsInline = true;
    element.srcObject = stream;
    void element.play().catch(() => undefined);
    videos.set(key, { stream, element });
  }

  function draw(): void {
    const { tiles } = scene;
    paint(context as CanvasRenderingContext2D, tiles, (key) => videos.get(key)?.element);
  }

  draw();
  const stopTicking = tick(1000 / FRAMES_PER_SECOND, draw);
  return {
    track,
    show(next) {
      // Shared screens come first, because the first tile is drawn large.
      scene = { ...next, tiles: next.tiles.toSorted((a, b) => Number(b.isScreen) - Number(a.isScreen)) };
      const keys = new Set(scene.tiles.map(({ key }) => key));
      for (const key of [...videos.keys()]) if (!keys.has(key)) releaseVideo(key);
      for (const tile of scene.tiles) attachVideo(tile);
    },
    stop() {
      stopTicking();
      track.stop();
      for (const key of [...videos.keys()]) releaseVideo(key);
    },
  };
}

function tick(ms: number, act: () => void): () => void {
  try {
    const worker = new Worker(new URL('./ticker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = act;
    worker.postMessage(ms);
    return () => worker.terminate();
  } catch {
    const timer = setInterval(act, ms);
    return () => clearInterval(timer);
  }
}

type VideoOf = (key: string) => HTMLVideoElement | undefined;

function paint(context: CanvasRenderingContext2D, tiles: readonly RecordingSceneTile[], videoOf: VideoOf): void {
  context.fillStyle = BACKGROUND;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  const boxes = placeTiles(tiles.length, tiles[0]?.isScreen === true, WIDTH, HEIGHT);
  for (const [index, tile] of tiles.entries()) {
    const box = boxes[index];
    if (box !== undefined) paintTile(context, tile, box, videoOf(tile.key));
  }
}

function paintTile(
  context: CanvasRenderingContext2D,
  tile: RecordingSceneTile,
  box: Rect,
  video: HTMLVideoElement | undefined,
): void {
  context.save();
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, RADIUS);
  context.clip();
  context.fillStyle = TILE;
  context.fillRect(box.x, box.y, box.width, box.height);
  if (video !== undefined && video.videoWidth > 0) paintVideo(context, tile, box, video);
  else paintInitials(context, tile.name, box);
  paintName(context, tile.name, box);
  context.restore();
}

function paintVideo(
  context: CanvasRenderingContext2D,
  { isScreen }: RecordingSceneTile,
  box: Rect,
  video: HTMLVideoElement,
): void {
  const size = { width: video.videoWidth, height: video.videoHeight };
  if (isScreen) {
    const to = contain(size, box);
    context.drawImage(video, to.x, to.y, to.width, to.height);
    return;
  }
  const from = cover(size, box);
  context.drawImage(video, from.x, from.y, from.width, from.height, box.x, box.y, box.width, box.height);
}

function paintInitials(context: CanvasRenderingContext2D, name: string, box: Rect): void {
  const radius = Math.min(box.width, box.height) * 0.22;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  context.fillStyle = CALM;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = INK;
  context.font = `600 ${Math.round(radius * 0.8)}px ${FONT}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const initials = name.split(' ').map((word) => [...word][0] ?? '');
  context.fillText(initials.slice(0, 2).join(''), x, y);
}

function paintName(context: CanvasRenderingContext2D, name: string, box: Rect): void {
  context.font = `500 16px ${FONT}`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const width = Math.min(context.measureText(name).width + 20, box.width - 16);
  const [x, y] = [box.x + 8, box.y + box.height - LABEL - 8];
  context.fillStyle = 'rgb(14 19 17 / 0.72)';
  context.beginPath();
  context.roundRect(x, y, width, LABEL, 9);
  context.fill();
  context.fillStyle = INK;
  context.fillText(name, x + 10, y + LABEL / 2 + 1, width - 20);
}
