import { type MarkedText, parseMarks } from '@app/contract/messaging/message-marks';
import type { ReactNode } from 'react';
import { RichText } from '../../../ui/text/rich-text.tsx';
import styles from './message-text.module.css';

const TAGS = { bold: 'strong', italic: 'em' } as const;

function Marked({ part, isTrusted }: { part: MarkedText; isTrusted: boolean }): ReactNode {
  const { kind, text, parts } = part;
  if (kind === 'text') return <RichText text={text} isTrusted={isTrusted} />;
  if (kind === 'code') return <code className={styles.code}>{text}</code>;
  const Tag = TAGS[kind];
  return (
    <Tag className={kind === 'italic' ? styles.italic : undefined}>
      <Parts parts={parts} isTrusted={isTrusted} />
    </Tag>
  );
}

const Parts = ({ parts, isTrusted }: { parts: readonly MarkedText[]; isTrusted: boolean }): ReactNode =>
  parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
    <Marked key={place} part={part} isTrusted={isTrusted} />
  ));

/** The text of a message with its links, bold, italic, code and quotes. */
export function MessageText({ text, isTrusted }: { text: string; isTrusted: boolean }): ReactNode {
  return parseMarks(text).map(({ isQuote, parts }, place) => {
    const Tag = isQuote ? 'blockquote' : 'span';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
      <Tag key={place} className={isQuote ? styles.quote : undefined}>
        <Parts parts={parts} isTrusted={isTrusted} />
      </Tag>
    );
  });
}
