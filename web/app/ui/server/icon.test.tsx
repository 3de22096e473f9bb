import IconBell, { __iconNode as bell } from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import IconHeartFilled, { __iconNode as heart } from '@tabler/icons-react/dist/esm/icons/IconHeartFilled.mjs';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import createServerIcon from './icon.ts';

const PAIRS = [
  [IconBell, createServerIcon('outline', 'bell', 'Bell', bell)],
  [IconHeartFilled, createServerIcon('filled', 'heart-filled', 'HeartFilled', heart)],
] as const;
const PROPS = [
  {},
  { size: 20, stroke: 1.7, className: 'x', 'aria-hidden': true },
  { color: 'red', role: 'img', 'aria-label': 'Новое', style: { opacity: 0.5 } },
  { title: 'Новое' },
  { children: <circle r={3} /> },
];

test.each(PROPS)('an icon on the server has the markup of the package, %o', (props) => {
  for (const [Icon, ServerIcon] of PAIRS)
    expect(renderToString(<ServerIcon {...props} />)).toBe(renderToString(<Icon {...props} />));
});
