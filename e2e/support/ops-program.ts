import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const app = resolve(import.meta.dirname, '../../apps/bff');
const bundle = resolve(app, 'dist/ops.js');

/**
 * Path of the operators' command: its bundle if it is built, otherwise its source. The bundle starts in a
 * third of the time.
 */
export const opsProgram = existsSync(bundle) ? bundle : resolve(app, 'src/operators/cli/main.ts');
