/**
 * Converts a line of the log to an event of Sentry's protocol. The line contains no personal data: see
 * `log.ts`.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { version } from '../settings/version.ts';

const errorLine = z.object({
  type: z.string(),
  message: z.string(),
  code: z.string().optional(),
  stack: z.string().optional(),
  get cause() {
    return errorLine.optional();
  },
});
type ErrorLine = z.output<typeof errorLine>;

const logLine = z.looseObject({
  level: z.number(),
  time: z.number(),
  msg: z.string().optional(),
  err: errorLine.optional().catch(undefined),
});

/** Log fields that become tags, by which events can be searched. */
const tagNames = [
  'reqId',
  'route',
  'role',
  'schedule',
  'queue',
  'call',
  'form',
  'leadId',
  'orderId',
  'statusCode',
];
const fatalLevel = 60;

/**
 * Parses ` at name (file:line:column)`. A stack begins with the innermost frame; Sentry expects it last.
 */
function framesOf(stack: string) {
  const frames = [...stack.matchAll(/^ {4}at (?:(.*?) \()?(.+?):(\d+):(\d+)\)?$/gm)];
  return frames
    .map(([, name, file = '', line, column]) => ({
      function: name ?? '(anonymous)',
      filename: file,
      lineno: Number(line),
      colno: Number(column),
      in_app: !/node_modules|^node:/.test(file),
    }))
    .toReversed();
}

/** The error and its causes, innermost first. */
function exceptionsOf(error: ErrorLine): object[] {
  const { type, message, code, stack, cause } = error;
  const exception = {
    type,
    value: code === undefined ? message : `${message} (${code})`,
    ...(stack !== undefined && { stacktrace: { frames: framesOf(stack) } }),
  };
  return [...(cause ? exceptionsOf(cause) : []), exception];
}

/**
 * @param line a JSON line of the log
 * @returns the event's id and body, or undefined if the line lacks level or time
 */
export function errorEvent(line: string, environment: string): { id: string; event: object } | undefined {
  const parsed = logLine.safeParse(JSON.parse(line));
  if (!parsed.success) return undefined;
  const { level, time, msg, err, ...fields } = parsed.data;
  const id = randomUUID().replaceAll('-', '');
  const tags = Object.entries(fields).filter(([name]) => tagNames.includes(name));
  return {
    id,
    event: {
      event_id: id,
      timestamp: time / 1_000,
      platform: 'node',
      level: level >= fatalLevel ? 'fatal' : 'error',
      release: `meridian-bff@${version}`,
      environment,
      logentry: { formatted: msg ?? 'no message' },
      tags: Object.fromEntries(tags.map(([name, value]) => [name, String(value)])),
      extra: fields,
      ...(err && { exception: { values: exceptionsOf(err) } }),
    },
  };
}
