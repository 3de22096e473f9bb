import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { blurPlugin } from './vite-blur.ts';
import { siteModules } from './vite-modules.ts';
import { stylesheetsPlugin } from './vite-stylesheets.ts';
import { workerPlugin } from './vite-worker.ts';

const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//;
/** Parts of the page frame, which every page shows; styles of the ads travel with it, so that the list waits for one stylesheet. */
const FRAME =
  /app\/(root\.tsx|platform\/(api-error|call|format|host|i18n|scheme|texts)\.tsx?|ui\/(bottom-bar|brand|button|error-page|flag|footer|frame|header|icon|language-switch|lazy-account-rows|lazy-part|menu|notice|offline-strip|page-head|sections|spot|theme-switch|toast|toast-outlet|user-pic)\.tsx?)|app\/(ads\/(ad-card|ad-gallery|ad-page|ad-photo|ads-page|buy-panel|category-nav|contact|filter-bar|filter-chips|seller|sort-select)|comments\/comments-block|complaints\/complaint-form|favorites\/favorite-button|notifications\/bell|ui\/pagination)\.module\.css|node_modules\/@lingui\/|icons\/Icon(ArrowLeft|Brand\w+|DeviceMobile|EyeOff|Home|Login2|MapQuestion|Menu2|Moon|SquareRoundedPlus|UserPlus|UsersGroup|WifiOff|World)\.mjs/;

/** What the list of ads needs at once, though other pages use parts of it too: each file of its own would cost its headers again. */
const LIST =
  /app\/(ads\/(ad-card|ad-filters|ad-photo|ads-head|category-icon|category-nav|filter-bar|list-failed|options-html|packed-options|price|sort-select|thumbhash-color|to-card)|favorites\/(favorite-button|kept-marks)|ui\/(json-ld|load-failed|pagination|paging|use-is-replacing))\.tsx?|contract\/src\/attribute-filters|okolo-contract\/(ads|attributes|money|reference)$|icons\/Icon(AdjustmentsHorizontal|ArrowsSort|BabyCarriage|Briefcase|Building|BuildingStore|Car|Category|ChevronLeft|ChevronRight|CloudOff|DeviceLaptop|Gift|Hanger|Heart|HeartFilled|Palette|Paw|Photo|Plant2|Plus|Refresh|Search|Selector|Speakerphone|Tool|X)\.mjs/;

/** Icons of several pages: every small file more stands in the table of routes that the first load carries. */
const ICONS = /icons\/Icon\w+\.mjs/;

export default defineConfig({
  plugins: [siteModules(), workerPlugin(), blurPlugin(), stylesheetsPlugin(), reactRouter()],
  build: {
    // Nothing is inlined as data: the Content-Security-Policy allows fonts from the site itself only.
    assetsInlineLimit: 0,
    // light-dark() and nesting stay as written: the design tokens rely on them, and lowering doubles the CSS.
    cssTarget: ['chrome123', 'safari17.5', 'firefox121'],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every page needs travels in one file: twenty small ones compress worse and queue on slow phones.
            codeSplitting: {
              groups: [
                { name: 'react', test: FRAMEWORK },
                { name: 'frame', test: FRAME },
                { name: 'list', test: LIST },
                { name: 'icons', test: ICONS, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
  ssr: { noExternal: [/^@mantine\//, /^@tabler\//, /^@lingui\//, 'yet-another-react-lightbox'] },
});
