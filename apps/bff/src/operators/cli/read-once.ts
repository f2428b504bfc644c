import { type Env, readEnv } from '../../platform/settings/env.ts';

/**
 * @returns a function that reads the settings and the instance at its first call; it throws `EnvError` if they
 * are invalid
 */
export function readOnce(environment: NodeJS.ProcessEnv): () => Env {
  let known: Env | undefined;
  return () => {
    known ??= readEnv(environment);
    return known;
  };
}
