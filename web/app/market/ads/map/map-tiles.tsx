import type { MapGround } from '@app/contract/market/ad-map';
import { useEffect, useRef, useState } from 'react';
import { adMapApi } from '#contract/market/ad-map';
import { call } from '../../../platform/call.ts';
import { useLoaded } from '../../../platform/use-loaded.ts';
import styles from './ads-map.module.css';
import { type Size, type Tile, tilesOf, type View } from './view.ts';

/** More than any window shows at once, so that a look back draws at once. */
const KEPT_MAX = 400;

const pictures = new Map<string, HTMLImageElement>();

/** A picture of a tile, loaded once; `onLoad` is told of one that comes later. */
function pictureOf({ version }: MapGround, { z, x, y }: Tile, onLoad: () => void): HTMLImageElement {
  const address = `/map/tiles/${version}/${z}/${x}/${y}`;
  const known = pictures.get(address);
  // The last one used is the last one to be dropped.
  pictures.delete(address);
  const picture = known ?? new Image();
  pictures.set(address, picture);
  if (known === undefined) picture.src = address;
  if (!picture.complete) picture.addEventListener('load', onLoad, { once: true });
  const [oldest] = pictures.keys();
  if (pictures.size > KEPT_MAX && oldest !== undefined) pictures.delete(oldest);
  return picture;
}

interface MapTilesProps {
  view: View;
  size: Size;
}

/** The operator's own map above the coasts, with whom its makers want named. Where a tile is missing the coasts show. */
export function MapTiles({ view, size }: MapTilesProps) {
  const { value } = useLoaded('ground', (signal) => call(adMapApi.ground, { signal }));
  const ground = value?.ground ?? null;
  if (ground === null) return null;
  return (
    <>
      <div aria-hidden="true">
        <TileCanvas ground={ground} view={view} size={size} />
      </div>
      {ground.attribution !== '' && <small className={styles.credit}>{ground.attribution}</small>}
    </>
  );
}

function TileCanvas({ ground, view, size }: MapTilesProps & { ground: MapGround }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [loaded, setLoaded] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a tile that came is drawn
  useEffect(() => {
    let isGone = false;
    const onLoad = (): void => {
      if (!isGone) setLoaded((count) => count + 1);
    };
    const frame = requestAnimationFrame(() => {
      const context = canvas.current?.getContext('2d');
      if (!context) return;
      const ratio = devicePixelRatio;
      context.canvas.width = Math.round(size.width * ratio);
      context.canvas.height = Math.round(size.height * ratio);
      context.scale(ratio, ratio);
      for (const tile of tilesOf(view, size, ground, ratio)) {
        const picture = pictureOf(ground, tile, onLoad);
        if (picture.complete && picture.naturalWidth > 0)
          context.drawImage(picture, tile.left, tile.top, tile.side, tile.side);
      }
    });
    return () => {
      isGone = true;
      cancelAnimationFrame(frame);
    };
  }, [ground, view, size, loaded]);

  return <canvas ref={canvas} className={styles.tiles} />;
}
