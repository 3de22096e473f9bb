import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { blurPlugin } from './vite-blur.ts';
import { siteModules } from './vite-modules.ts';
import { stylesheetsPlugin } from './vite-stylesheets.ts';
import { workerPlugin } from './vite-worker.ts';

const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//;
/** Parts of the page frame, which every page shows; styles of the ads travel with it, so that the list waits for one stylesheet. */
const FRAME =
  /app\/(root\.tsx|platform\/(ago|api-error|call|format|host|i18n|random-key|scheme|texts)\.tsx?|ui\/(?:[\w-]+\/)*(bottom-bar|brand|button|copy-text|breadcrumbs|error-page|flag|footer|frame|header|icon|json-ld|language-switch|lazy-account-rows|lazy-part|load-failed|menu|notice|offline-strip|page-head|sections|empty-state-art|theme-switch|toast|toast-outlet|user-pic)\.tsx?|market\/ads\/(?:[\w-]+\/)*(ad-photo|list-failed|price|thumbhash-color)\.tsx?)|app\/(market\/ads\/(?:[\w-]+\/)*(ad-card|ad-gallery|ad-page|ad-photo|ads-page|buy-panel|category-nav|contact|filter-bar|filter-chips|seller|sort-select)|publishing\/comments\/comments-block|trust\/complaints\/complaint-form|market\/favorites\/favorite-button|notifications\/notifications\/bell|ui\/(?:[\w-]+\/)*(breadcrumbs|pagination))\.module\.css|node_modules\/@lingui\/|icons\/Icon(ArrowLeft|Brand\w+|BuildingStore|ChevronLeft|ChevronRight|DeviceMobile|EyeOff|Heart|HeartFilled|Home|Login2|MapQuestion|Menu2|Moon|Speakerphone|SquareRoundedPlus|UserPlus|UsersGroup|WifiOff|World|X)\.mjs/;

/** What the list of ads needs at once, though other pages use parts of it too: each file of its own would cost its headers again. */
const LIST =
  /app\/(market\/ads\/(?:[\w-]+\/)*(ad-card|ad-filters|ad-photo|ads-head|category-icon|category-nav|filter-bar|list-failed|options-html|packed-options|price|sort-select|thumbhash-color|to-card)|market\/favorites\/(favorite-button|favorite-state)|ui\/(?:[\w-]+\/)*(json-ld|load-failed|pagination|paging|use-is-replacing))\.tsx?|contract\/src\/reference\/attribute-filters|okolo-contract\/(market\/ads|reference\/attributes|platform\/money|reference\/reference)$|icons\/Icon(AdjustmentsHorizontal|ArrowsSort|BabyCarriage|Briefcase|Building|BuildingStore|Car|Category|ChevronLeft|ChevronRight|CloudOff|DeviceLaptop|Gift|Hanger|Heart|HeartFilled|Palette|Paw|Photo|Plant2|Plus|Refresh|Search|Selector|Speakerphone|Tool|X)\.mjs/;

/** A publication wherever it stands: on its own page, a person's and in the feed. */
const POSTS =
  /app\/publishing\/publications\/(?:[\w-]+\/)*(social-page\.module\.css|(publication-menu|publication-time|publication-photos|publication-share|publication-text|publication-text-parts|publication|use-heart|use-like)\.(module\.css|tsx?))/;

/** Small things of people that several of their pages need. */
const PEOPLE =
  /app\/(people\/users\/person-(missing|tabs)\.(module\.css|tsx?)|publishing\/publications\/publication-address\.ts|market\/follows\/follow-button\.(module\.css|tsx))|okolo-contract\/(people\/circle|publishing\/publications|market\/follows|people\/users)$/;

/** Icons of the pages that guests come to. */
const SIGNS =
  /icons\/Icon(Ban|BellOff|Calendar|Check|Copy|DeviceMobileShare|Dots|Eye|Flag|History|Lock|MapPin|MessageCircle|MessageCircleOff|Pencil|PhotoOff|PhotoPlus|RosetteDiscountCheck|Send|Settings|Share3|Star|StarFilled|Trash|UserOff|Users)\.mjs/;

/** What is said under ads and publications. */
const COMMENTS =
  /app\/publishing\/comments\/((comment-form|comment-menu|comments-skeleton|comments-state|star-rating|stars|unsent-comment|use-is-watched|use-outbox|use-threads)\.tsx?|(comment-form|comment-item|comments-thread|stars)\.module\.css)|app\/publishing\/publications\/comments\/publication-comments\.module\.css|okolo-contract\/publishing\/comments$/;

const CONFIRM = /app\/ui\/(?:[\w-]+\/)*(confirm-dialog|dialog)\.(module\.css|tsx)/;

/** Of whatever plays. */
const PLAYER = /icons\/Icon(Maximize|Minimize|Player\w+|VideoOff|Volume\w*)\.mjs/;

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
                { name: 'signs', test: SIGNS },
                { name: 'player', test: PLAYER, minShareCount: 2 },
                { name: 'people', test: PEOPLE },
                { name: 'posts', test: POSTS },
                { name: 'confirm', test: CONFIRM },
                { name: 'comments', test: COMMENTS },
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
