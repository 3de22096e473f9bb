import { DEFAULT_LANGUAGE, type Lang } from './languages.ts';
import { SUBSCRIPTION_PRICE_KOPECKS } from './money.ts';
import { OPERATOR, OPERATOR_TEXTS, type OperatorDetails } from './operator.ts';
import { withSiteName } from './site-name.ts';

/** Either a paragraph or a list. */
export interface DocumentBlock {
  text?: string | undefined;
  items?: string[] | undefined;
}

export interface DocumentSection {
  /** '' above the first heading. */
  heading: string;
  blocks: DocumentBlock[];
}

/** What a document says in one language. */
export interface DocumentContent {
  title: string;
  description: string;
  /** Each line is a paragraph; `## ` begins a section, and `- ` an item of a list. */
  text: string;
}

const HEADING = /^##\s+/;
const ITEM = /^-\s+/;
const PLACEHOLDER = /\{([^{}]*)\}/g;

/** Names that may stand in braces. */
export const DOCUMENT_DETAILS: readonly string[] = [
  ...Object.keys(OPERATOR_TEXTS[DEFAULT_LANGUAGE]),
  ...Object.keys(OPERATOR),
  'subscriptionPrice',
];

/** Reads the text of a document. Everything is text: nothing in it becomes markup. */
export function parseDocumentText(text: string): DocumentSection[] {
  const sections: DocumentSection[] = [];
  let section: DocumentSection | undefined;
  for (const line of text.split('\n').map((raw) => raw.trim())) {
    if (line === '') continue;
    if (section === undefined || HEADING.test(line)) {
      section = { heading: HEADING.test(line) ? line.replace(HEADING, '') : '', blocks: [] };
      sections.push(section);
      if (HEADING.test(line)) continue;
    }
    if (!ITEM.test(line)) {
      section.blocks.push({ text: line });
      continue;
    }
    const last = section.blocks.at(-1);
    const item = line.replace(ITEM, '');
    if (last?.items === undefined) section.blocks.push({ items: [item] });
    else last.items.push(item);
  }
  return sections;
}

interface ListedSection {
  heading: string;
  paragraphs: readonly string[];
  items?: readonly string[] | undefined;
}

/** The text of which {@link parseDocumentText} makes the same sections. */
export const writeDocumentText = (sections: readonly ListedSection[]): string =>
  sections
    .map(({ heading, paragraphs, items = [] }) =>
      [`## ${heading}`, ...paragraphs, items.map((item) => `- ${item}`).join('\n')].filter(Boolean).join('\n\n'),
    )
    .join('\n\n');

/** The first name in braces that is no detail, braces included; null when there is none. */
export function findUnknownDetail(text: string): string | null {
  for (const [found, name = ''] of text.matchAll(PLACEHOLDER)) if (!DOCUMENT_DETAILS.includes(name)) return found;
  return null;
}

/** What takes the places of the names in braces. */
export const detailsOf = (operator: OperatorDetails): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(operator)
      .filter(([name]) => DOCUMENT_DETAILS.includes(name))
      .map(([name, value]) => [name, String(value)]),
  ),
  subscriptionPrice: String(SUBSCRIPTION_PRICE_KOPECKS / 100),
});

export interface FilledDocument {
  title: string;
  description: string;
  sections: DocumentSection[];
}

/** Replaces `{inn}`, `{email}` and other names by the operator's details, and the product's name by the site's. */
export function fillDocument(
  { title, description, text }: DocumentContent,
  details: Readonly<Record<string, string>>,
  siteName = '',
): FilledDocument {
  const fill = (words: string): string =>
    withSiteName(words, siteName).replace(PLACEHOLDER, (_, name: string) => {
      const value = details[name];
      if (value === undefined) throw new Error(`A document names an unknown detail: {${name}}`);
      return value;
    });
  return {
    title: fill(title),
    description: fill(description),
    sections: parseDocumentText(text).map(({ heading, blocks }) => ({
      heading: fill(heading),
      blocks: blocks.map((block) =>
        block.items === undefined ? { text: fill(block.text ?? '') } : { items: block.items.map(fill) },
      ),
    })),
  };
}

/** The language in which a document is shown: the reader's, or Russian, which binds. */
export const shownLanguage = (texts: Partial<Record<Lang, unknown>>, lang: Lang): Lang =>
  texts[lang] === undefined ? DEFAULT_LANGUAGE : lang;
