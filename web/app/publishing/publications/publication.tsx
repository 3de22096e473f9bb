import './publication-styles.ts';
import {
  IconEyeOff,
  IconHeart,
  IconHeartFilled,
  IconHome,
  IconLock,
  IconMessageCircle,
  IconSend,
  IconUsers,
  IconWorld,
} from 'virtual:icons';
import type { PublicationFile, Publication as Shown } from '@app/contract/publishing/publications';
import {
  type ComponentProps,
  memo,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { Link, useLocation, useRouteLoaderData } from 'react-router';
import { PUBLISH_REFRESH_MS } from '#contract/publishing/publications';
import { FollowButton } from '../../market/follows/follow-button.tsx';
import { formatDateTime, formatNumber } from '../../platform/format/format.ts';
import { formatRecentTime } from '../../platform/format/format-time.ts';
import type { SessionViewer } from '../../platform/host.ts';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import type { RootData } from '../../platform/root-data.ts';
import { WithheldNotice } from '../../trust/sanctions/withheld-notice.tsx';
import { button } from '../../ui/button.ts';
import { TextButton } from '../../ui/buttons.tsx';
import { Cached } from '../../ui/cached.tsx';
import { useEarlyPart } from '../../ui/hooks/use-early-part.ts';
import { ICON_STROKE } from '../../ui/icon.ts';
import { lazyPart, quietPart } from '../../ui/lazy-part.ts';
import { toast } from '../../ui/toast/toast.ts';
import { UserPic } from '../../ui/user-pic.tsx';
import styles from './publication.module.css';
import { publicationAddress } from './publication-address.ts';
import type { PublicationDialog } from './publication-dialogs.tsx';
import { PublicationMenu } from './publication-menu.tsx';
import { PublicationPhotos } from './publication-photos.tsx';
import { PublicationShare } from './publication-share.tsx';
import { PublicationText } from './publication-text.tsx';
import { type Like, sendLike, useLike } from './use-like.ts';

const PublicationComments = lazyPart(() =>
  import('./comments/publication-comments.tsx').then(({ PublicationComments }) => PublicationComments),
);
const PublicationVideo = lazyPart(() =>
  import('./video/publication-video.tsx').then(({ PublicationVideo }) => PublicationVideo),
);
const VideoTranscode = lazyPart(() =>
  import('./video/video-transcode.tsx').then(({ VideoTranscode }) => VideoTranscode),
);
// Guests cannot save, so the button is loaded only for signed-in viewers.
const SaveButton = quietPart(() => import('../collections/save-button.tsx').then(({ SaveButton }) => SaveButton));
const PublicationDialogs = lazyPart(() =>
  import('./publication-dialogs.tsx').then(({ PublicationDialogs }) => PublicationDialogs),
);

// Few publications have an ad.
const PublicationAd = quietPart(() => import('./publication-ad.tsx').then(({ PublicationAd }) => PublicationAd));

const NEAR = '100% 0px';
const AUDIENCE_ICONS = { all: IconWorld, friends: IconUsers, fams: IconHome, me: IconLock };

/** Where the publication is shown. `page` is its own address, with the whole text and open comments. */
export type PublicationPlace = 'feed' | 'list' | 'person' | 'search' | 'page';

export interface MadeAt {
  city: string;
  /** Whole kilometers from the place of the reader. */
  distance: number;
}

export interface PublicationProps {
  publication: Shown;
  /** Merges the changes into the publication: answers and events may come before the one before is rendered. */
  onChange?: ((publishId: number, changes: Partial<Shown>) => void) | undefined;
  /** Removes the matching publications from the list after a deletion or after muting the author. */
  onDelete?: ((isRemoved: (publication: Shown) => boolean) => void) | undefined;
  place: PublicationPlace;
  /** Where the publication was made, in a list of a place. */
  made?: MadeAt | undefined;
  isFirst?: boolean;
  /** Position in the feed for `aria-posinset`. */
  position?: number;
  onVideo?: (video: HTMLVideoElement | null) => void;
  along?: ReactNode;
}

const plannedFor = ({ state, publish_at }: Shown): string | null => (state === 'planned' ? publish_at : null);

interface PublicationHeaderProps {
  publication: Shown;
  titleId: string;
  place: PublicationPlace;
  made: MadeAt | undefined;
  /** The moment of publication, formatted for the reader. */
  when: string;
  onHistory: () => void;
}

function PublicationHeader(props: PublicationHeaderProps) {
  const { publication, place, made, when } = props;
  const { publish_id, publish_user_id, firstname, lastname, user_photo, timestamp, edited, audience, own } =
    publication;
  const name = `${firstname} ${lastname}`.trim();
  return (
    <>
      <Link to={`/user/${publish_user_id}`} className={styles.pic} tabIndex={-1} aria-hidden="true">
        <UserPic firstname={firstname} lastname={lastname} photo={user_photo} size={44} />
      </Link>
      <Cached
        as="div"
        name="publication author"
        by={[publish_user_id, publish_id, name, timestamp, when, made, edited, own, audience, place]}
        className={styles.who}
      >
        <Author {...props} name={name} />
      </Cached>
    </>
  );
}

function Author({
  publication,
  titleId,
  place,
  made,
  name,
  when,
  onHistory,
}: PublicationHeaderProps & { name: string }) {
  const t = useText('posts');
  const { publish_id, publish_user_id, timestamp, edited, audience, own } = publication;
  const AudienceIcon = AUDIENCE_ICONS[audience];
  const Name = place === 'page' ? 'h1' : place === 'person' ? 'h3' : 'h2';
  return (
    <>
      <Name id={titleId} className={styles.name}>
        <Link to={`/user/${publish_user_id}`}>{name}</Link>
      </Name>
      <p className={styles.when}>
        {plannedFor(publication) ? (
          <span>{t('posts.state.planned', { moment: when })}</span>
        ) : (
          <Link to={publicationAddress(publish_user_id, publish_id)} className={styles.moment}>
            <time dateTime={timestamp} title={formatDateTime(timestamp)} suppressHydrationWarning>
              {when}
            </time>
          </Link>
        )}
        {made && (
          <span>
            {[made.city, made.distance > 0 && t('ads.card.distance', { km: made.distance })]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
        {edited !== null && (
          <TextButton
            text={t('posts.edited')}
            className={styles.edited}
            title={formatDateTime(edited)}
            onClick={onHistory}
          />
        )}
        {(own === 1 || audience !== 'all') && (
          <span className={styles.audience} title={t(`posts.audience.${audience}`)}>
            <AudienceIcon size={15} stroke={ICON_STROKE} role="img" aria-label={t(`posts.audience.${audience}`)} />
          </span>
        )}
      </p>
    </>
  );
}

interface ActionsProps {
  publication: Shown;
  like: Like;
  isSignedIn: boolean;
  isPage: boolean;
  isOpen: boolean;
  commentsId: string;
  onLike: () => void;
  onLikers: () => void;
  onComments: () => void;
  onSaved: (isSaved: boolean) => void;
}

function Actions(props: ActionsProps) {
  const { publication, like, isSignedIn, isPage, isOpen } = props;
  const { publish_id, publish_user_id, firstname, lastname, comments, kept, may_share, own } = publication;
  const address = publicationAddress(publish_user_id, publish_id);
  const name = `${firstname} ${lastname}`.trim();
  const maySend = own === 1 || may_share === 1;
  return (
    <Cached
      as="div"
      name="publication actions"
      by={[publish_user_id, publish_id, name, like, isSignedIn || address, isPage, isOpen, comments, kept, maySend]}
      className={styles.actions}
    >
      <ActionButtons {...props} {...{ address, name, maySend }} />
    </Cached>
  );
}

function ActionButtons(props: ActionsProps & { address: string; name: string; maySend: boolean }) {
  const { publication, like, isSignedIn, isPage, isOpen, commentsId, onLike, onLikers, onComments, onSaved } = props;
  const { address, name, maySend } = props;
  const t = useText('posts');
  const lang = useLanguage();
  const { publish_id, publish_user_id, comments, kept } = publication;
  const heart = like.liked ? (
    <IconHeartFilled size={24} aria-hidden="true" />
  ) : (
    <IconHeart size={24} stroke={ICON_STROKE} aria-hidden="true" />
  );
  const likes = t('posts.like.count', { count: like.count });
  return (
    <>
      <span className={styles.likes} data-on={like.liked || undefined}>
        {isSignedIn ? (
          <TextButton
            text={heart}
            className={styles.like}
            aria-label={t('posts.like')}
            aria-pressed={like.liked}
            title={t('posts.like')}
            onClick={onLike}
          />
        ) : (
          <Link
            to={`/auth?next=${encodeURIComponent(address)}`}
            rel="nofollow"
            className={styles.like}
            aria-label={t('posts.like')}
            title={t('posts.like')}
          >
            {heart}
          </Link>
        )}
        {isSignedIn && like.count > 0 ? (
          <button type="button" className={styles.count} aria-haspopup="dialog" title={likes} onClick={onLikers}>
            <span className="sr">{`${t('posts.likers')}, ${likes}`}</span>
            <span aria-hidden="true">{formatNumber(lang, like.count)}</span>
          </button>
        ) : (
          <span className={styles.count}>
            <span className="sr">{likes}</span>
            <span aria-hidden="true">{formatNumber(lang, like.count)}</span>
          </span>
        )}
      </span>
      {isPage ? (
        <a href="#comments" className={styles.action}>
          <IconMessageCircle size={24} stroke={ICON_STROKE} aria-hidden="true" />
          <span className="sr">{t('posts.comments.count', { count: comments })}</span>
          <span aria-hidden="true">{formatNumber(lang, comments)}</span>
        </a>
      ) : (
        <button
          type="button"
          className={styles.action}
          aria-expanded={isOpen}
          aria-controls={isOpen ? commentsId : undefined}
          title={t('posts.comments.count', { count: comments })}
          onClick={onComments}
        >
          <IconMessageCircle size={24} stroke={ICON_STROKE} aria-hidden="true" />
          <span className="sr">{t('posts.comments.count', { count: comments })}</span>
          <span aria-hidden="true">{formatNumber(lang, comments)}</span>
        </button>
      )}
      <div className={styles.rest}>
        {isSignedIn && (
          <Suspense>
            <SaveButton
              kind="publication"
              id={publish_id}
              initiallySaved={kept === 1}
              title={t('posts.publication', { name })}
              onSaved={onSaved}
            />
          </Suspense>
        )}
        <PublicationShare
          publishId={publish_id}
          authorId={publish_user_id}
          name={t('posts.publication', { name })}
          isSignedIn={isSignedIn}
          maySend={maySend}
        />
      </div>
    </>
  );
}

function CollapsedPublication({ mutedWord, onShow }: { mutedWord: string; onShow: () => void }) {
  const t = useText('posts');
  return (
    <div className={styles.folded}>
      <IconEyeOff size={20} stroke={ICON_STROKE} aria-hidden="true" />
      <p>{t('posts.hidden.word', { word: mutedWord })}</p>
      <TextButton text={t('posts.hidden.show')} className={button('light', 'small')} onClick={onShow} />
    </div>
  );
}

interface PublicationMediaProps {
  publication: Shown;
  isFirst: boolean;
  viewerId: number | undefined;
  onLike: (() => void) | undefined;
  onVideo: PublicationProps['onVideo'];
  onDelete: () => void;
  onTranscoded: (content: PublicationFile[]) => void;
}

/** The photos of a publication, or its video. */
function PublicationMedia(props: PublicationMediaProps) {
  const { publication, isFirst, viewerId, onLike, onVideo, onDelete, onTranscoded } = props;
  const { content, firstname, lastname, publish_id, publish_user_id } = publication;
  const own = publication.own === 1;
  const video = publication.publish_type === 1 ? content[0] : undefined;
  if (video === undefined)
    return content.length > 0 && <PublicationPhotos photos={content} isFirst={isFirst} onLike={onLike} />;
  const repair = { editAt: `${publicationAddress(publish_user_id, publish_id)}/edit`, onDelete };
  return (
    <Suspense fallback={<div className={styles.videoPlace} />}>
      <PublicationVideo
        file={video}
        name={`${firstname} ${lastname}`.trim()}
        repair={own ? repair : undefined}
        onLike={onLike}
        onVideo={onVideo}
      />
      {video.state === 'processing' && viewerId !== undefined && (
        <VideoTranscode file={video} viewerId={viewerId} isOwn={own} onChange={(made) => onTranscoded([made])} />
      )}
    </Suspense>
  );
}

function Withheld({ withheld: { state, reason } }: { withheld: NonNullable<Shown['withheld']> }) {
  const t = useText('posts');
  return (
    <WithheldNotice
      title={t(`posts.withheld.${state}`)}
      appeal={state === 'hidden' ? t('posts.withheld.appeal') : undefined}
    >
      {reason !== '' && <p>{t('posts.withheld.reason', { reason })}</p>}
      <p>{t(`posts.withheld.${state}.text`)}</p>
    </WithheldNotice>
  );
}

function WriteButton({ viewer, onPress }: { viewer: SessionViewer; onPress: () => void }) {
  const t = useText('posts');
  return (
    <button type="button" className={styles.write} onClick={onPress}>
      <UserPic firstname={viewer.user_firstname} lastname={viewer.user_lastname} photo={viewer.user_photo} size={32} />
      <span>{t('posts.comments.write')}</span>
      <IconSend size={20} stroke={ICON_STROKE} aria-hidden="true" />
    </button>
  );
}

interface PublicationTopProps extends PublicationHeaderProps {
  isSignedIn: boolean;
  mayDelete: boolean;
  onDeleted: () => void;
  onMuted: () => void;
}

function PublicationTop({ isSignedIn, mayDelete, onDeleted, onMuted, ...header }: PublicationTopProps) {
  const { publication, place } = header;
  const isOffered = publication.own === 0 && publication.subscribe === 0;
  return (
    <header className={styles.head}>
      <PublicationHeader {...header} />
      {isOffered && (place === 'page' || place === 'search') && (
        <div className={styles.subscribe}>
          <FollowButton userId={publication.publish_user_id} isOn={isSignedIn ? false : undefined} count={0} />
        </div>
      )}
      <PublicationMenu
        publication={publication}
        isSignedIn={isSignedIn}
        mayDelete={mayDelete}
        onDeleted={onDeleted}
        onMuted={onMuted}
      />
    </header>
  );
}

function usePublicationLike(publication: Shown, onChange: (changes: Partial<Shown>) => void) {
  const t = useText('posts');
  return useLike(
    { liked: publication.liked === 1, count: publication.like_count },
    (liked) => sendLike(publication.publish_id, liked),
    (reason) => toast.error([t('posts.like.failed'), reason].filter(Boolean).join('. ')),
    ({ liked, count }) => onChange({ liked: liked ? 1 : 0, like_count: count }),
  );
}

function OpenDialog(props: Omit<ComponentProps<typeof PublicationDialogs>, 'onMuted'>) {
  return (
    <Suspense>
      <PublicationDialogs {...props} onMuted={() => undefined} />
    </Suspense>
  );
}

export const Publication = memo(function Publication(props: PublicationProps) {
  const { publication, onChange, onDelete, place, made, isFirst = false, position, onVideo, along } = props;
  const id = `publication-${publication.publish_id}`;
  const { viewer = null, publicUrl } = useRouteLoaderData<RootData>('root') ?? {};
  const lang = useLanguage();
  const isSignedIn = viewer !== null;
  const isPage = place === 'page';
  const [isShown, setShown] = useState(publication.muted_by === '');
  const [isOpen, setOpen] = useState(isPage);
  const [wantsToWrite, setWantsToWrite] = useState(false);
  const [isLeaving, leave] = useLeaving(publication, onDelete);
  const [dialog, setDialog] = useState<PublicationDialog | null>(null);
  const root = useEarlyPart<HTMLElement>();
  const change = (changes: Partial<Shown>): void => onChange?.(publication.publish_id, changes);
  const { like, turn } = usePublicationLike(publication, change);
  const mayDelete = publication.own === 1 || (viewer?.permissions.length ?? 0) > 0;
  // Videos have ids of their own, and photos that load at once are named in the head as well.
  const isKept = place !== 'page' && place !== 'search' && !isFirst && !along && publication.publish_type !== 1;
  const planned = plannedFor(publication);
  const when = planned ? formatDateTime(planned) : formatRecentTime(lang, publication.timestamp, Date.now());
  const bodyKey = isKept ? [publication, place, made, isSignedIn, mayDelete, when, publicUrl] : null;

  function openComments(toWrite: boolean): void {
    setWantsToWrite(toWrite);
    setOpen(toWrite || !isOpen);
  }

  return (
    <article
      ref={root}
      data-early-part=""
      className={`card ${styles.publication}`}
      aria-labelledby={`${id}-name`}
      aria-posinset={position}
      aria-setsize={position === undefined ? undefined : -1}
      tabIndex={position === undefined ? undefined : 0}
      data-publication={publication.publish_id}
      data-gone={isLeaving || undefined}
    >
      <Cached as="div" name="publication" by={bodyKey}>
        <PublicationTop
          publication={publication}
          titleId={`${id}-name`}
          place={place}
          made={made}
          when={when}
          isSignedIn={isSignedIn}
          mayDelete={mayDelete}
          onHistory={() => setDialog('history')}
          onDeleted={() => leave('deleted')}
          // Only the feed hides a muted author; on other pages the viewer came to see this person.
          onMuted={() => place === 'feed' && leave('muted')}
        />
        {publication.withheld && <Withheld withheld={publication.withheld} />}
        {isShown ? (
          <>
            {publication.publish_description !== '' && (
              <PublicationText
                text={publication.publish_description}
                mentions={publication.mentions}
                isCollapsed={!isPage}
                isOwn={publication.own === 1}
              />
            )}
            <PublicationMedia
              publication={publication}
              isFirst={isFirst}
              viewerId={viewer?.user_id}
              onLike={isSignedIn ? () => turn(true) : undefined}
              onVideo={onVideo}
              onDelete={() => setDialog('delete')}
              onTranscoded={(content) => change({ content })}
            />
            {publication.board && (
              <Suspense>
                <PublicationAd ad={publication.board} />
              </Suspense>
            )}
            {along}
            <Actions
              publication={publication}
              like={like}
              isSignedIn={isSignedIn}
              isPage={isPage}
              isOpen={isOpen}
              commentsId={`${id}-comments`}
              onLike={() => turn()}
              onLikers={() => setDialog('likers')}
              onComments={() => openComments(false)}
              onSaved={(isKept) => change({ kept: isKept ? 1 : 0 })}
            />
          </>
        ) : (
          <CollapsedPublication mutedWord={publication.muted_by} onShow={() => setShown(true)} />
        )}
      </Cached>
      {isShown && !isPage && !isOpen && publication.may_comment === 1 && viewer && (
        <WriteButton viewer={viewer} onPress={() => openComments(true)} />
      )}
      {isShown && isOpen && (
        <Comments
          id={isPage ? 'comments' : `${id}-comments`}
          publication={publication}
          isPage={isPage}
          hasFocus={wantsToWrite}
          onCount={(comments) => change({ comments })}
          onLikes={(count) => change({ like_count: count })}
        />
      )}
      {dialog && (
        <OpenDialog
          publication={publication}
          dialog={dialog}
          onDeleted={() => leave('deleted')}
          onClose={() => setDialog(null)}
        />
      )}
    </article>
  );
});

interface CommentsProps {
  id: string;
  publication: Shown;
  isPage: boolean;
  hasFocus: boolean;
  onCount: (count: number) => void;
  onLikes: (count: number) => void;
}

function Comments({ id, publication, isPage, hasFocus, onCount, onLikes }: CommentsProps) {
  const t = useText('posts');
  const lang = useLanguage();
  const { search, hash } = useLocation();
  const root = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  const isSought = !isPage || hash === '#comments' || new URLSearchParams(search).has('comment');
  useEffect(() => {
    const element = root.current;
    if (isSought || element === null || typeof IntersectionObserver === 'undefined') {
      setNear(true);
      return;
    }
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: NEAR,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isSought]);
  return (
    <section
      ref={root}
      id={id}
      className={styles.comments}
      aria-label={t('posts.comments')}
      data-needs-scripts=""
      // Keys typed in comments must not trigger the feed's shortcuts.
      onKeyDown={(event) => event.stopPropagation()}
    >
      {isPage && (
        <h2 className={styles.commentsTitle}>
          {t('posts.comments')} <span className="dim num">{formatNumber(lang, publication.comments)}</span>
        </h2>
      )}
      {isNear ? (
        <Suspense fallback={<div className={styles.loading} />}>
          <PublicationComments
            publication={publication}
            isPage={isPage}
            hasFocus={hasFocus}
            onCount={onCount}
            onLikes={onLikes}
          />
        </Suspense>
      ) : (
        <div className={styles.loading} />
      )}
    </section>
  );
}

type Leaving = 'deleted' | 'muted';

/** Removes a deleted publication, or all of a muted author, a moment after it was hidden. */
function useLeaving(
  { publish_id, publish_user_id }: Shown,
  onDelete: PublicationProps['onDelete'],
): [boolean, (why: Leaving) => void] {
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const remove = useEffectEvent(() =>
    onDelete?.((one) =>
      leaving === 'muted' ? one.publish_user_id === publish_user_id : one.publish_id === publish_id,
    ),
  );
  useEffect(() => {
    if (leaving === null) return;
    const timer = setTimeout(() => remove(), PUBLISH_REFRESH_MS);
    return () => clearTimeout(timer);
  }, [leaving]);
  return [leaving !== null, setLeaving];
}
