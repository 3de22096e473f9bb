import './node-version.mjs';
import { check } from './checks.mjs';

process.exit((await check()).failed > 0 ? 1 : 0);
