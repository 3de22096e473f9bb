import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { blurPlugin } from './vite-blur.ts';
import { chunkGroups } from './vite-chunks.ts';
import { siteModules } from './vite-modules.ts';
import { jsonDataPlugin, routerPlugin, serverLinkPlugin } from './vite-router.ts';
import { linkStylesPlugin, stylesheetsPlugin } from './vite-stylesheets.ts';
import { workerPlugin } from './vite-worker.ts';

/** Chunks that leave their imports to other chunks need this; React Router's plugin says `exports-only`. */
const entriesMayShare: Plugin = {
  name: 'okolo-entries-may-share',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
};

export default defineConfig({
  plugins: [
    siteModules(),
    workerPlugin(),
    blurPlugin(),
    stylesheetsPlugin(),
    linkStylesPlugin(),
    routerPlugin(),
    jsonDataPlugin(),
    serverLinkPlugin(),
    reactRouter(),
    entriesMayShare,
  ],
  build: {
    // No assets are inlined as data URLs, because the Content-Security-Policy allows fonts only from the site itself.
    assetsInlineLimit: 0,
    // light-dark() and nesting are not lowered: the design tokens rely on them, and lowering doubles the CSS.
    cssTarget: ['chrome123', 'safari17.5', 'firefox121'],
    // Visitors get what scripts/compress.mjs writes.
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: chunkGroups() },
          },
        },
      },
    },
  },
  ssr: { noExternal: [/^@mantine\//, /^@lingui\//, 'hls.js', 'livekit-client', 'yet-another-react-lightbox'] },
});
