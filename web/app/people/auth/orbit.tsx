import { Mark } from '../../ui/frame/brand.tsx';
import styles from './orbit.module.css';
import anna from './pictures/av_anna.webp';
import dina from './pictures/av_dina.webp';
import igor from './pictures/av_igor.webp';
import maria from './pictures/av_maria.webp';
import olga from './pictures/av_olga.webp';
import pavel from './pictures/av_pavel.webp';
import timur from './pictures/av_timur.webp';
import bike from './pictures/bike.webp';
import camera from './pictures/camera.webp';
import chess from './pictures/chess.webp';
import moka from './pictures/moka.webp';
import plant from './pictures/plant.webp';
import turntable from './pictures/turntable.webp';

interface Picture {
  src: string;
  /** Radius of the ring in pixels. */
  radius: number;
  /** Degrees, clockwise from the right. */
  angle: number;
  size: number;
  isPerson?: boolean;
}

const RINGS = [150, 262, 372, 486];
const PICTURES: readonly Picture[] = [
  { src: igor, radius: 150, angle: 205, size: 92, isPerson: true },
  { src: maria, radius: 150, angle: 330, size: 84, isPerson: true },
  { src: anna, radius: 150, angle: 85, size: 96, isPerson: true },
  { src: bike, radius: 262, angle: 262, size: 132 },
  { src: camera, radius: 262, angle: 22, size: 120 },
  { src: moka, radius: 262, angle: 142, size: 112 },
  { src: timur, radius: 262, angle: 312, size: 68, isPerson: true },
  { src: olga, radius: 262, angle: 180, size: 72, isPerson: true },
  { src: dina, radius: 262, angle: 95, size: 64, isPerson: true },
  { src: chess, radius: 372, angle: 118, size: 112 },
  { src: plant, radius: 372, angle: 60, size: 118 },
  { src: turntable, radius: 372, angle: 296, size: 116 },
  { src: pavel, radius: 372, angle: 240, size: 62, isPerson: true },
];
const DOTS: readonly [radius: number, angle: number, size: number][] = [
  [150, 262, 9],
  [262, 62, 7],
  [372, 12, 10],
  [372, 160, 7],
  [486, 285, 9],
  [486, 75, 8],
];
const THING_RATIO = 0.68;

function place(radius: number, angle: number, width: number, height: number): { left: number; top: number } {
  const turn = (angle * Math.PI) / 180;
  return {
    left: Math.round(radius * Math.cos(turn) - width / 2),
    top: Math.round(radius * Math.sin(turn) - height / 2),
  };
}

export function Orbit() {
  return (
    <div className={styles.orbit} aria-hidden="true">
      <div className={styles.centre}>
        {RINGS.map((radius) => (
          <span key={radius} className={styles.ring} style={{ inset: -radius }} />
        ))}
        <Mark size={132} ring="#fff" className={styles.mark} />
        {PICTURES.map(({ src, radius, angle, size, isPerson }) => {
          const height = isPerson ? size : Math.round(size * THING_RATIO);
          return (
            <img
              key={src}
              src={src}
              alt=""
              loading="lazy"
              width={size}
              height={height}
              className={isPerson ? styles.person : styles.thing}
              style={place(radius, angle, size, height)}
            />
          );
        })}
        {DOTS.map(([radius, angle, size]) => (
          <span
            key={`${radius}/${angle}`}
            className={styles.dot}
            style={{ width: 2 * size, height: 2 * size, ...place(radius, angle, 2 * size, 2 * size) }}
          />
        ))}
      </div>
    </div>
  );
}
