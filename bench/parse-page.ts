import type { Board } from '@app/contract/market/ads';
import { createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { BareCard } from './bare-card.ts';

type Node = string | { tag: string; attributes: Record<string, string | boolean>; children: Node[] };

const VOID = new Set(['area', 'br', 'hr', 'img', 'input', 'link', 'meta']);
const TOKEN = /<!--[\s\S]*?-->|<!DOCTYPE[^>]*>|<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|[^">])*?)(\/?)>|([^<]+)/gi;
const ATTRIBUTE = /([a-z][\w:-]*)(?:="([^"]*)")?/gi;
const PROPS: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  srcset: 'srcSet',
  tabindex: 'tabIndex',
  maxlength: 'maxLength',
  enterkeyhint: 'enterKeyHint',
  fetchpriority: 'fetchPriority',
  crossorigin: 'crossOrigin',
  charset: 'charSet',
  popovertarget: 'popoverTarget',
};

/**
 * Baseline of a rendered page: the same elements as plain React, created for every request, without router, contexts,
 * hooks, texts or scripts. The cards are filled from the query's rows.
 */
export function parsePage(html: string): (boards: readonly Board[]) => ReactElement {
  const root = parse(html.replace(/<script[\s\S]*?<\/script>/g, ''));
  return (boards) => createElement(Fragment, null, ...build(root, boards));
}

function parse(html: string): Node[] {
  const top: Node[] = [];
  const open: { tag: string; children: Node[] }[] = [{ tag: '', children: top }];
  for (const [, closing, tag, attributes = '', selfClosing, text] of html.matchAll(TOKEN)) {
    const parent = open.at(-1);
    if (parent === undefined) throw new Error('The page closes more than it opens');
    if (text !== undefined) parent.children.push(unescapeHtml(text));
    else if (tag === undefined) continue;
    else if (closing) open.pop();
    else {
      const node = { tag, attributes: readAttributes(attributes), children: [] };
      parent.children.push(node);
      if (!selfClosing && !VOID.has(tag)) open.push(node);
    }
  }
  return top;
}

function readAttributes(text: string): Record<string, string | boolean> {
  const attributes: Record<string, string | boolean> = {};
  for (const [, name = '', value] of text.matchAll(ATTRIBUTE)) {
    if (name === 'style' || name === 'selected') continue;
    const prop = PROPS[name] ?? (name.includes(':') || /^(aria|data)-/.test(name) ? name : camel(name));
    attributes[prop] = value === undefined || value === '' ? true : unescapeHtml(value);
  }
  return attributes;
}

const camel = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

function unescapeHtml(text: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
  return text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => signs[name] ?? '');
}

function build(nodes: readonly Node[], boards: readonly Board[]): ReactNode[] {
  return nodes.map((node) => {
    if (typeof node === 'string') return node;
    const { tag, attributes, children } = node;
    if (children.some((child) => typeof child === 'object' && child.tag === 'article')) {
      return createElement(tag, attributes, ...boards.map((ad) => createElement(BareCard, { key: ad.board_id, ad })));
    }
    return createElement(tag, attributes, ...build(children, boards));
  });
}
