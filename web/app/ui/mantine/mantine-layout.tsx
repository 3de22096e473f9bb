import { Outlet } from 'react-router';
import { MantineRoot } from './mantine-root.tsx';

export default function MantineLayout() {
  return (
    <MantineRoot>
      <Outlet />
    </MantineRoot>
  );
}
