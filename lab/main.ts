/** `pnpm lab <name> [args]`: runs one part of the lab with its arguments. */
const parts: Readonly<Record<string, () => Promise<unknown>>> = {
  bench: () => import('./bench/main.ts'),
  chaos: () => import('./chaos/main.ts'),
  images: () => import('./images/main.ts'),
  lighthouse: () => import('./lighthouse/main.ts'),
  model: () => import('./model/main.ts'),
  pictures: () => import('./pictures/main.ts'),
  screenshots: () => import('./screenshots/main.ts'),
  stranger: () => import('./stranger/main.ts'),
  timing: () => import('./timing/main.ts'),
};

// Removes the name, so that the part reads only its own arguments.
const [name = ''] = process.argv.splice(2, 1);
const load = Object.hasOwn(parts, name) ? parts[name] : undefined;
if (load) await load();
else {
  process.stderr.write(`pnpm lab ${Object.keys(parts).join(' | ')}\n`);
  process.exitCode = 2;
}
