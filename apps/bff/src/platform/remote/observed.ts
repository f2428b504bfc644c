import { type Remote, RemoteError, type RemoteErrorCode } from './remote-error.ts';

/** One call to an external system, for metrics and traces. */
export interface RemoteCall {
  remote: Remote;
  /** Name of the call, from a fixed list. */
  call: string;
  result: 'answered' | RemoteErrorCode | 'failed';
  durationMs: number;
}

export type OnRemoteCall = (call: RemoteCall) => void;

/**
 * Runs a call, and reports its result and duration.
 * @param classify returns the error code of an answer that is an error, or undefined
 * @throws what `run` throws
 */
export async function observed<Answer>(
  { remote, call, onCall }: { remote: Remote; call: string; onCall: OnRemoteCall | undefined },
  run: () => Promise<Answer>,
  classify: (answer: Answer) => RemoteErrorCode | undefined = () => undefined,
): Promise<Answer> {
  const startedAt = performance.now();
  const tell = (result: RemoteCall['result']) =>
    onCall?.({ remote, call, result, durationMs: performance.now() - startedAt });
  try {
    const answer = await run();
    tell(classify(answer) ?? 'answered');
    return answer;
  } catch (error) {
    tell(error instanceof RemoteError ? error.code : 'failed');
    throw error;
  }
}
