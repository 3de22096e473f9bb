import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { blurPlugin } from './vite-blur.ts';
import { siteModules } from './vite-modules.ts';
import { stylesheetsPlugin } from './vite-stylesheets.ts';
import { workerPlugin } from './vite-worker.ts';

const FRAMEWORK = /node_modules\/(react|react-dom|react-router|scheduler|cookie|set-cookie-parser)\//;
/** Page frame, shown on every page; includes the styles of ads, so that the list of ads needs one stylesheet. */
const FRAME =
  /app\/(root\.tsx|platform\/(ago|api-error|call|format|host|i18n|random-key|scheme|slots|texts)\.tsx?|ui\/(?:[\w-]+\/)*(bottom-bar|brand|button|copy-text|breadcrumbs|error-page|flag|footer|frame|header|icon|json-ld|language-switch|lazy-account-rows|lazy-part|load-failed|menu|notice|offline-strip|page-head|sections|empty-state-art|theme-switch|toast|toast-outlet|user-pic)\.tsx?|market\/ads\/(?:[\w-]+\/)*(ad-photo|list-failed|price|thumbhash-color)\.tsx?)|app\/(market\/ads\/(?:[\w-]+\/)*(ad-card|ad-gallery|ad-photo|ads-page|buy-panel|category-nav|contact|filter-bar|filter-chips|seller|sort-select)|pages\/ad-page|publishing\/comments\/comments-block|trust\/complaints\/complaint-form|market\/favorites\/favorite-button|notifications\/notifications\/bell|ui\/(?:[\w-]+\/)*(breadcrumbs|pagination))\.module\.css|node_modules\/@lingui\/|icons\/Icon(ArrowLeft|Brand\w+|BuildingStore|ChevronLeft|ChevronRight|DeviceMobile|EyeOff|Heart|HeartFilled|Home|Login2|MapQuestion|Menu2|Moon|Speakerphone|SquareRoundedPlus|UserPlus|UsersGroup|WifiOff|World|X)\.mjs/;

/** Modules that the list of ads needs at once; separate files for parts shared with other pages would cost headers. */
const LIST =
  /app\/(market\/ads\/(?:[\w-]+\/)*(ad-card|ad-filters|ad-photo|ads-head|category-icon|category-nav|filter-bar|list-failed|options-html|packed-options|price|sort-select|thumbhash-color|to-card)|market\/favorites\/(favorite-button|favorite-state)|ui\/(?:[\w-]+\/)*(json-ld|load-failed|pagination|paging|use-is-replacing))\.tsx?|contract\/src\/reference\/attribute-filters|okolo-contract\/(market\/ads|reference\/attributes|money\/money|reference\/reference)$|icons\/Icon(AdjustmentsHorizontal|ArrowsSort|BabyCarriage|Briefcase|Building|BuildingStore|Car|Category|ChevronLeft|ChevronRight|CloudOff|DeviceLaptop|Gift|Hanger|Heart|HeartFilled|Palette|Paw|Photo|Plant2|Plus|Refresh|Search|Selector|Speakerphone|Tool|X)\.mjs/;

/** Publications on their own page, in profiles and in the feed. */
const POSTS =
  /app\/publishing\/publications\/(?:[\w-]+\/)*(social-page\.module\.css|(publication-menu|publication-time|publication-photos|publication-share|publication-text|publication-text-parts|publication|use-heart|use-like)\.(module\.css|tsx?))/;

/** Small modules shared by several pages about people. */
const PEOPLE =
  /app\/(people\/users\/person-(missing|tabs)\.(module\.css|tsx?)|publishing\/publications\/publication-address\.ts|market\/follows\/follow-button\.(module\.css|tsx))|okolo-contract\/(people\/circle|publishing\/publications|market\/follows|people\/users)$/;

/** Icons of pages that guests visit. */
const SIGNS =
  /icons\/Icon(Ban|BellOff|Calendar|Check|Copy|DeviceMobileShare|Dots|Eye|Flag|History|Lock|MapPin|MessageCircle|MessageCircleOff|Pencil|PhotoOff|PhotoPlus|RosetteDiscountCheck|Send|Settings|Share3|Star|StarFilled|Trash|UserOff|Users)\.mjs/;

/** Comments of ads and publications. */
const COMMENTS =
  /app\/publishing\/comments\/((comment-form|comment-menu|comments-skeleton|comments-state|star-rating|stars|unsent-comment|use-is-watched|use-outbox|use-threads)\.tsx?|(comment-form|comment-item|comments-thread|stars)\.module\.css)|app\/publishing\/publications\/comments\/publication-comments\.module\.css|okolo-contract\/publishing\/comments$/;

const CONFIRM = /app\/ui\/(?:[\w-]+\/)*(confirm-dialog|dialog)\.(module\.css|tsx)/;

const PLAYER = /icons\/Icon(Maximize|Minimize|Player\w+|VideoOff|Volume\w*)\.mjs/;

/** Icons shared by several pages; each small file adds an entry to the route manifest of the first load. */
const ICONS = /icons\/Icon\w+\.mjs/;

export default defineConfig({
  plugins: [siteModules(), workerPlugin(), blurPlugin(), stylesheetsPlugin(), reactRouter()],
  build: {
    // No assets are inlined as data URLs, because the Content-Security-Policy allows fonts only from the site itself.
    assetsInlineLimit: 0,
    // light-dark() and nesting are not lowered: the design tokens rely on them, and lowering doubles the CSS.
    cssTarget: ['chrome123', 'safari17.5', 'firefox121'],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Code that every page needs is one file: twenty small files compress worse and queue on slow phones.
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
