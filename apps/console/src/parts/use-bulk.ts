/** One action on many rows: a few seconds to call it off, then one after the other, with progress. */

import type { Tag } from '@meridian/contracts/operators/tags';
import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../api/api.ts';
import { isFailure, messageOf } from '../api/failure.ts';

/** What is sent cannot be called back; until then it can. */
const undoMs = 6_000;
const throttledMs = 5_000;

type BulkState =
  | { kind: 'idle' }
  | { kind: 'waiting'; total: number }
  | { kind: 'running'; total: number; tried: number }
  | { kind: 'done'; done: number; failures: string[] };

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param changes what is read again at the end */
export function useBulk(changes: readonly Tag[]) {
  const [state, setState] = useState<BulkState>({ kind: 'idle' });
  const [act] = api.useActMutation();
  const dispatch = useDispatch();
  const run = useRef<AbortController>(undefined);
  useEffect(() => () => run.current?.abort(), []);

  async function one(path: string): Promise<string | undefined> {
    const key = crypto.randomUUID();
    for (let tries = 0; ; tries += 1) {
      const { error } = await act({ path, body: {}, key, changes: [] });
      const mayPass = isFailure(error) && (error.status === 429 || error.status === 0);
      if (!mayPass || tries >= 3) return error && messageOf(error);
      await sleep(throttledMs);
    }
  }

  async function start(paths: readonly string[]): Promise<void> {
    run.current = new AbortController();
    const { signal } = run.current;
    setState({ kind: 'waiting', total: paths.length });
    await sleep(undoMs);
    const failures: string[] = [];
    let tried = 0;
    for (const path of paths) {
      if (signal.aborted) break;
      setState({ kind: 'running', total: paths.length, tried });
      const failure = await one(path);
      tried += 1;
      if (failure !== undefined) failures.push(failure);
    }
    if (tried === 0) return;
    dispatch(api.util.invalidateTags([...changes]));
    setState({ kind: 'done', done: tried - failures.length, failures });
  }

  return {
    state,
    start: (paths: readonly string[]) => void start(paths),
    /** Before it began nothing happens; while it runs the rest is left. */
    stop() {
      run.current?.abort();
      setState((before) => (before.kind === 'waiting' ? { kind: 'idle' } : before));
    },
    reset: () => setState({ kind: 'idle' }),
  };
}
