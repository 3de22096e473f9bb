import { Outlet } from 'react-router';
import { MantineRoot } from './mantine-root.tsx';

/** Layout route of the pages built from Mantine: forms, tables, players. */
export default function MantineLayout() {
  return (
    <MantineRoot>
      <Outlet />
    </MantineRoot>
  );
}
