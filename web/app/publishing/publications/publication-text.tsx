import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import { useLanguage, useText } from '../../platform/i18n.tsx';
import type { RootData } from '../../platform/root-data.ts';
import { TextButton } from '../../ui/buttons.tsx';
import { Cached } from '../../ui/cached.tsx';
import { useTranslation } from '../../ui/translation/use-translation.tsx';
import styles from './publication-text.module.css';
import { parsePublicationText, searchAddress, type TextPart } from './publication-text-parts.ts';

/** Length in characters from which a text is rendered collapsed until its height can be measured. */
const LONG = 420;
const LINES = 6;
const CYRILLIC = /[а-яё]/i;

function TextPartView({ part, ownOrigin }: { part: TextPart; ownOrigin: string | null }): ReactNode {
  if (part.kind === 'text') return part.text;
  if (part.kind === 'tag') {
    return (
      <Link to={searchAddress(`#${part.tag}`)} className={styles.word}>
        {part.text}
      </Link>
    );
  }
  if (part.kind === 'mention') {
    return (
      <Link to={`/user/${part.userId}`} className={styles.word}>
        {part.text}
      </Link>
    );
  }
  const url = new URL(part.url);
  if (url.origin === ownOrigin) {
    return (
      // A path that starts with `//` would be an address of another site.
      <Link to={url.pathname.replace(/^\/+/, '/') + url.search + url.hash} className="link">
        {part.text}
      </Link>
    );
  }
  return (
    <a
      href={`/away?to=${encodeURIComponent(part.url)}`}
      className="link"
      target="_blank"
      rel="nofollow ugc noopener noreferrer"
    >
      {part.text}
    </a>
  );
}

export function PublicationTextParts({
  text,
  mentions,
}: {
  text: string;
  mentions: Readonly<Record<string, number>>;
}): ReactNode {
  const publicUrl = useRouteLoaderData<RootData>('root')?.publicUrl;
  const parts = useMemo(() => parsePublicationText(text, mentions), [text, mentions]);
  const ownOrigin = publicUrl && URL.canParse(publicUrl) ? new URL(publicUrl).origin : null;
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
  return parts.map((part, index) => <TextPartView key={index} part={part} ownOrigin={ownOrigin} />);
}

interface PublicationTextProps {
  text: string;
  mentions: Readonly<Record<string, number>>;
  isCollapsed: boolean;
  isOwn: boolean;
}

export function PublicationText({ text: original, mentions, isCollapsed, isOwn }: PublicationTextProps) {
  const t = useText('posts');
  const lang = useLanguage();
  const publicUrl = useRouteLoaderData<RootData>('root')?.publicUrl;
  const translation = useTranslation(isOwn ? [] : [original]);
  const text = translation.show(original);
  // A guess is enough: it only decides whether a guest's page starts its scripts for the offer to translate.
  const isForeign = !isOwn && original !== '' && CYRILLIC.test(original) !== (lang === 'ru');
  const root = useRef<HTMLParagraphElement>(null);
  const [isOpen, setOpen] = useState(!isCollapsed);
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
    <Cached
      as="div"
      name="publication text"
      by={[original, mentions, isCollapsed, publicUrl]}
      ref={translation.ref}
      className={styles.text}
      data-needs-scripts={isForeign ? 'Translator' : undefined}
    >
      <p
        ref={root}
        lang={translation.lang}
        className={styles.words}
        data-folded={!isOpen || undefined}
        // Expands the text when a link in the hidden lines receives the focus.
        onFocus={({ currentTarget, target }) => {
          if (target.offsetTop - currentTarget.offsetTop >= currentTarget.clientHeight) setOpen(true);
        }}
      >
        <PublicationTextParts text={text} mentions={mentions} />
      </p>
      {isCollapsed && isLong && (
        <TextButton
          text={t(isOpen ? 'posts.text.less' : 'posts.text.more')}
          className={styles.more}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      )}
      {translation.offer}
    </Cached>
  );
}
