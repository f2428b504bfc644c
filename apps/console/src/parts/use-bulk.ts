/**
 * Runs an action on many rows, one after the other. The run starts after a delay, and can be stopped before
 * and after its start.
 */

import { useEffect, useRef, useState } from 'react';
import { api } from '../api/api.ts';
import { isFailure, messageOf } from '../api/failure.ts';
import { useRefetch } from './act.tsx';

/**
 * Delay before the first request. During this time, the operator can cancel the whole run. A request that was
 * sent cannot be recalled.
 */
const undoMs = 6_000;
const throttledMs = 5_000;

type BulkState =
  | { kind: 'idle' }
  | { kind: 'waiting'; total: number }
  | { kind: 'running'; total: number; tried: number }
  | { kind: 'done'; done: number; failures: string[] };

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Actions that take the id of one row. */
export type RowAction = 'leads.resend' | 'leads.release' | 'leads.reject';

export function useBulk() {
  const [state, setState] = useState<BulkState>({ kind: 'idle' });
  const [send] = api.useActionMutation();
  const refetch = useRefetch();
  const run = useRef<AbortController>(undefined);
  useEffect(() => () => run.current?.abort(), []);

  async function one(name: RowAction, id: string): Promise<string | undefined> {
    const key = crypto.randomUUID();
    for (let tries = 0; ; tries += 1) {
      const { error } = await send({ name, input: { id }, key });
      const mayPass = isFailure(error) && (error.status === 429 || error.status === 0);
      if (!mayPass || tries >= 3) return error && messageOf(error);
      await sleep(throttledMs);
    }
  }

  async function start(name: RowAction, ids: readonly string[]): Promise<void> {
    run.current = new AbortController();
    const { signal } = run.current;
    setState({ kind: 'waiting', total: ids.length });
    await sleep(undoMs);
    const failures: string[] = [];
    let tried = 0;
    for (const id of ids) {
      if (signal.aborted) break;
      setState({ kind: 'running', total: ids.length, tried });
      const failure = await one(name, id);
      tried += 1;
      if (failure !== undefined) failures.push(failure);
    }
    if (tried === 0) return;
    await refetch(name);
    setState({ kind: 'done', done: tried - failures.length, failures });
  }

  return {
    state,
    start: (name: RowAction, ids: readonly string[]) => void start(name, ids),
    /**
     * Stops the run. Before the start, nothing has been done. After the start, the remaining rows are
     * skipped.
     */
    stop() {
      run.current?.abort();
      setState((before) => (before.kind === 'waiting' ? { kind: 'idle' } : before));
    },
    reset: () => setState({ kind: 'idle' }),
  };
}
