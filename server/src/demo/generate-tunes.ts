import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findFfmpeg } from '../files/media/ffmpeg.public.ts';
import { DEMO_TUNES, type DemoTune } from './demo-tunes.ts';

// Generates the tunes of the demo data: `node server/src/demo/generate-tunes.ts`. Synthesized music needs no license.

const RATE = 32_000;
const BITS_PER_SECOND = '36k';
const FOLDER = path.join(import.meta.dirname, 'tunes');
const SCALES = { major: [0, 2, 4, 7, 9], minor: [0, 3, 5, 7, 10] } as const;

function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const hertz = (note: number): number => 440 * 2 ** ((note - 69) / 12);

function strike(samples: Float32Array, at: number, note: number, seconds: number, level: number, bright: number): void {
  const start = Math.round(at * RATE);
  const length = Math.round(seconds * RATE);
  const pitch = hertz(note);
  for (let i = 0; i < length && start + i < samples.length; i += 1) {
    const t = i / RATE;
    const attack = Math.min(1, t / 0.008);
    let sum = 0;
    for (let overtone = 1; overtone <= 4; overtone += 1)
      sum +=
        (bright ** (overtone - 1) / overtone) *
        Math.exp((-t * (1.2 + overtone * 1.4)) / seconds) *
        Math.sin(2 * Math.PI * pitch * overtone * t);
    samples[start + i] = (samples[start + i] ?? 0) + sum * attack * level;
  }
}

function sustain(samples: Float32Array, at: number, notes: readonly number[], seconds: number, level: number): void {
  const start = Math.round(at * RATE);
  const length = Math.round(seconds * RATE);
  for (let i = 0; i < length && start + i < samples.length; i += 1) {
    const t = i / RATE;
    const swell = Math.sin((Math.PI * t) / seconds) ** 0.6;
    let sum = 0;
    for (const note of notes) {
      const pitch = hertz(note);
      sum += Math.sin(2 * Math.PI * pitch * t) + 0.5 * Math.sin(2 * Math.PI * pitch * 1.003 * t);
    }
    samples[start + i] = (samples[start + i] ?? 0) + (sum / notes.length) * swell * level;
  }
}

function compose({ seed, root, scale, beat, seconds, bright }: DemoTune): Float32Array {
  const random = createRandom(seed);
  const samples = new Float32Array(seconds * RATE);
  const steps = SCALES[scale];
  const third = scale === 'major' ? 4 : 3;
  const chords = [0, 5, 3, 4].map((degree) => root - 12 + (steps[degree % 5] ?? 0));
  const bar = beat * 4;
  let place = 5;
  for (let at = 0, bars = 0; at < seconds - 3; at += bar, bars += 1) {
    const chord = chords[bars % chords.length] ?? root;
    sustain(samples, at, [chord, chord + third, chord + 7], bar * 1.15, 0.13);
    strike(samples, at, chord - 12, bar, 0.3, 0.3);
    for (let step = 0; step < 8; step += 1) {
      if (random() < 0.28) continue;
      place = Math.min(11, Math.max(1, place + Math.floor(random() * 5) - 2));
      const note = root + (steps[place % 5] ?? 0) + 12 * Math.floor(place / 5) - 12;
      strike(samples, at + (step * beat) / 2, note, 0.8 + random() * 0.8, 0.18 + random() * 0.1, bright);
    }
  }
  const delay = Math.round(beat * 0.75 * RATE);
  for (let i = delay; i < samples.length; i += 1) samples[i] = (samples[i] ?? 0) + 0.28 * (samples[i - delay] ?? 0);
  const fade = 2 * RATE;
  for (let i = 0; i < fade; i += 1) {
    const at = samples.length - 1 - i;
    samples[at] = (samples[at] ?? 0) * (i / fade);
  }
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return samples.map((value) => (value / peak) * 0.8);
}

const ffmpeg = findFfmpeg();
if (ffmpeg === null) throw new Error('ffmpeg is missing');
mkdirSync(FOLDER, { recursive: true });
for (const tune of DEMO_TUNES) {
  const raw = path.join(FOLDER, `${tune.file}.raw`);
  const samples = compose(tune);
  writeFileSync(raw, Buffer.from(samples.buffer));
  const input = ['-f', 'f32le', '-ar', String(RATE), '-ac', '1', '-i', raw];
  const tags = ['-metadata', `title=${tune.title}`, '-metadata', `artist=${tune.artist}`];
  const output = [
    '-c:a',
    'aac',
    '-b:a',
    BITS_PER_SECOND,
    '-movflags',
    '+faststart',
    '-fflags',
    '+bitexact',
    '-flags:a',
    '+bitexact',
  ];
  execFileSync(ffmpeg.path, ['-v', 'error', '-y', ...input, ...output, ...tags, path.join(FOLDER, tune.file)]);
  rmSync(raw);
}
