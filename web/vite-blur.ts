import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const WORKER = path.resolve(import.meta.dirname, 'worker/blur.js');
const LIBRARY = path.dirname(fileURLToPath(import.meta.resolve('@mediapipe/selfie_segmentation/package.json')));
/** Of the library what the worker asks for: browsers without SIMD have no time to spare for it. */
const FILES = [
  'selfie_segmentation.js',
  'selfie_segmentation.binarypb',
  'selfie_segmentation_landscape.tflite',
  'selfie_segmentation_solution_simd_wasm_bin.js',
  'selfie_segmentation_solution_simd_wasm_bin.wasm',
];

/** Writes /blur/: the worker that blurs backgrounds, and the library that it works with, from our own origin. */
export function blurPlugin(): Plugin {
  return {
    name: 'okolo-blur',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      this.addWatchFile(WORKER);
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'blur/blur.js', source: readFileSync(WORKER) });
      for (const name of FILES) {
        this.emitFile({ type: 'asset', fileName: `blur/${name}`, source: readFileSync(path.join(LIBRARY, name)) });
      }
    },
  };
}
