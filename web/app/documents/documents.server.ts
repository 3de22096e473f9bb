import { DEFAULT_LANGUAGE, type Lang } from '@app/contract/languages';

/** A legal text, written in `contract/documents/<lang>/<name>.json`. */
export interface LegalDocument {
  title: string;
  version: string;
  effective: string;
  description: string;
  sections: { heading: string; paragraphs: string[]; items?: string[] }[];
}

const files = import.meta.glob<{ default: LegalDocument }>('../../../contract/documents/*/*.json');

/** Read a document in a language, or in Russian where it is not translated; null when there is no such document. */
export async function readDocument(lang: Lang, name: string): Promise<LegalDocument | null> {
  const load =
    files[`../../../contract/documents/${lang}/${name}.json`] ??
    files[`../../../contract/documents/${DEFAULT_LANGUAGE}/${name}.json`];
  return load ? (await load()).default : null;
}
