import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import { useText } from '../../platform/i18n.tsx';
import type { RootData } from '../../root.tsx';
import styles from './post-text.module.css';
import { type PostWord, postWords, searchAddress } from './post-words.ts';

/** Texts that may be taller than six lines on a wide page: until the page can measure, they are folded. */
const LONG = 420;
const LINES = 6;

function Word({ word, ownOrigin }: { word: PostWord; ownOrigin: string | null }): ReactNode {
  if (word.kind === 'text') return word.text;
  if (word.kind === 'tag') {
    return (
      <Link to={searchAddress(`#${word.tag}`)} className={styles.word}>
        {word.text}
      </Link>
    );
  }
  if (word.kind === 'mention') {
    return (
      <Link to={`/user/${word.userId}`} className={styles.word}>
        {word.text}
      </Link>
    );
  }
  const url = new URL(word.url);
  if (url.origin === ownOrigin) {
    return (
      // A path that begins with two strokes would be another site's address again.
      <Link to={url.pathname.replace(/^\/+/, '/') + url.search + url.hash} className="link">
        {word.text}
      </Link>
    );
  }
  return (
    <a
      href={`/away?to=${encodeURIComponent(word.url)}`}
      className="link"
      target="_blank"
      rel="nofollow ugc noopener noreferrer"
    >
      {word.text}
    </a>
  );
}

/** What an author wrote, with its tags, people and links. */
export function PostWords({ text, mentions }: { text: string; mentions: Readonly<Record<string, number>> }): ReactNode {
  const publicUrl = useRouteLoaderData<RootData>('root')?.publicUrl;
  const words = useMemo(() => postWords(text, mentions), [text, mentions]);
  const ownOrigin = publicUrl && URL.canParse(publicUrl) ? new URL(publicUrl).origin : null;
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
  return words.map((word, index) => <Word key={index} word={word} ownOrigin={ownOrigin} />);
}

interface PostTextProps {
  text: string;
  mentions: Readonly<Record<string, number>>;
  /** Whether a long text is folded; the page of one publication shows all of it. */
  isFolded: boolean;
}

/** The description: after about six lines it is folded until somebody wants the rest. */
export function PostText({ text, mentions, isFolded }: PostTextProps) {
  const t = useText('posts');
  const root = useRef<HTMLParagraphElement>(null);
  const [isOpen, setOpen] = useState(!isFolded);
  const [isLong, setLong] = useState(text.length > LONG || text.split('\n').length > LINES);

  useEffect(() => {
    const element = root.current;
    if (element === null || isOpen || text === '') return;
    const measure = (): void => setLong(element.scrollHeight > element.clientHeight + 4);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen, text]);

  return (
    <div className={styles.text}>
      <p
        ref={root}
        className={styles.words}
        data-folded={!isOpen || undefined}
        // A link in the hidden lines: whoever comes to it by keyboard sees it.
        onFocus={({ currentTarget, target }) => {
          if (target.offsetTop - currentTarget.offsetTop >= currentTarget.clientHeight) setOpen(true);
        }}
      >
        <PostWords text={text} mentions={mentions} />
      </p>
      {isFolded && isLong && (
        <button type="button" className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'posts.text.less' : 'posts.text.more')}
        </button>
      )}
    </div>
  );
}
