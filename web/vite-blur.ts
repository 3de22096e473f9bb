import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const WORKER = path.resolve(import.meta.dirname, 'worker/blur.js');
const LIBRARY = path.dirname(fileURLToPath(import.meta.resolve('@mediapipe/selfie_segmentation/package.json')));
/** Library files that the worker needs. Browsers without SIMD are too slow for blurring. */
const FILES = [
  'selfie_segmentation.js',
  'selfie_segmentation.binarypb',
  'selfie_segmentation_landscape.tflite',
  'selfie_segmentation_solution_simd_wasm_bin.js',
  'selfie_segmentation_solution_simd_wasm_bin.wasm',
];

/** Writes /blur/: the background-blur worker and its library, served from the site's own origin. */
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
