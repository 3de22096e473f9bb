import { type ComponentProps, createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

interface IconProps extends Omit<ComponentProps<'svg'>, 'stroke'> {
  size?: number | string;
  stroke?: number | string;
  title?: string;
}

type Shape = [tag: string, attributes: Record<string, string>];

const COMMON = { xmlns: 'http://www.w3.org/2000/svg', width: 24, height: 24, viewBox: '0 0 24 24' };
const LINES = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round' };
const AREAS = { fill: 'currentColor', stroke: 'none' };

/**
 * Stands for `createReactComponent` of the icons on the server, and renders the same markup: the shapes of an icon are
 * written once, where the component of the package makes elements of them for each place.
 */
export default function createServerIcon(
  type: 'outline' | 'filled',
  name: string,
  _displayName: string,
  shapes: readonly Shape[],
): (props: IconProps) => ReactNode {
  const isFilled = type === 'filled';
  const look = { ...COMMON, ...(isFilled ? AREAS : LINES) };
  const elements = shapes.map(([tag, attributes]) => createElement(tag, attributes));
  const inside = { __html: renderToStaticMarkup(elements) };
  const classes = `tabler-icon tabler-icon-${name}`;
  return function ServerIcon({ color = 'currentColor', size = 24, stroke = 2, title, className, children, ...rest }) {
    const attributes = {
      ...look,
      width: size,
      height: size,
      className: className ? `${classes} ${className}` : classes,
      ...(isFilled ? { fill: color } : { strokeWidth: stroke, stroke: color }),
      ...rest,
    };
    if (!title && children === undefined)
      return createElement('svg', { ...attributes, dangerouslySetInnerHTML: inside } as ComponentProps<'svg'>);
    const name = title ? createElement('title', null, title) : undefined;
    return createElement('svg', attributes as ComponentProps<'svg'>, name, ...elements, children);
  };
}
