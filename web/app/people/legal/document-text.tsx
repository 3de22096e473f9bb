import type { DocumentBlock, DocumentSection } from '@app/contract/platform/document-text';
import type { Lang } from '@app/contract/platform/languages';
import { type ReactNode, useId } from 'react';
import styles from './document-text.module.css';

export const anchorOf = (index: number): string => `part-${index + 1}`;

interface DocumentTextProps {
  sections: readonly DocumentSection[];
  lang: Lang;
  children?: ReactNode;
}

/** The text of a document, as readers see it. */
export function DocumentText({ sections, lang, children }: DocumentTextProps) {
  const id = useId();
  return (
    <div className={styles.text} lang={lang}>
      {sections.map(({ heading, blocks }, index) => {
        const titleId = `${id}${index}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: texts may repeat, and sections do not move
          <section key={index} id={anchorOf(index)} aria-labelledby={heading === '' ? undefined : titleId}>
            {heading !== '' && <h2 id={titleId}>{heading}</h2>}
            {blocks.map((block, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <Block key={place} {...block} />
            ))}
          </section>
        );
      })}
      {children}
    </div>
  );
}

function Block({ text, items }: DocumentBlock) {
  if (items === undefined) return <p>{text}</p>;
  return (
    <ul>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <li key={index}>{item}</li>
      ))}
    </ul>
  );
}
