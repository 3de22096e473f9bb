import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { contractPlugin } from './vite-contract.ts';
import { iconsPlugin } from './vite-icons.ts';
import { localesPlugin } from './vite-locales.ts';

export default defineConfig(({ mode }) => ({
  plugins: [iconsPlugin(), contractPlugin(), localesPlugin(), mode === 'test' ? [] : reactRouter()],
  // light-dark() and nesting stay as written: the design tokens rely on them, and lowering doubles the CSS.
  // Nothing is inlined as data: the Content-Security-Policy allows fonts from the site itself only.
  build: { assetsInlineLimit: 0, cssTarget: ['chrome123', 'safari17.5', 'firefox121'] },
  ssr: { noExternal: [/^@mantine\//, /^@tabler\//, /^@lingui\//, 'yet-another-react-lightbox'] },
}));
