/** A random UUID. `crypto.randomUUID` is not used, because it needs a secure origin. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * A 53-bit hash (cyrb53), enough to distinguish the submissions of one visitor. The browser's own digests
 * need a secure origin.
 */
function hashOf(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36);
}

/** A file is represented by its name, size and time, because its content may be large. */
function toText(_key: string, value: unknown): unknown {
  return value instanceof File ? [value.name, value.size, value.lastModified] : value;
}

type Submissions = [hash: string, id: string][];

const storageKey = 'submissions';
const maxKept = 12;
/** The submissions of this document, for browsers that block sessionStorage. */
let memory: Submissions = [];

function load(): Submissions {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((entry) => Array.isArray(entry) && entry.length === 2) : [];
  } catch {
    return memory;
  }
}

function keep(submissions: Submissions): void {
  memory = submissions.slice(-maxKept);
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(memory));
  } catch {
    // Storage is blocked: the id is lost at a reload or when the site is left.
  }
}

/**
 * The idempotency key of a submission. Equal answers get the same key, also after a reload. Only a hash of
 * the answers is stored.
 * @param form the form's call
 * @param values the visitor's answers, with the context of the page
 */
export function submissionIdFor(form: string, values: Record<string, unknown>): string {
  const hash = hashOf(JSON.stringify([form, values], toText));
  const submissions = load();
  const known = submissions.find(([knownHash]) => knownHash === hash);
  if (known) return known[1];
  const id = newUuid();
  keep([...submissions, [hash, id]]);
  return id;
}

/** Deletes an idempotency key, so that the next attempt gets a new one. */
export function dropSubmissionId(id: string): void {
  keep(load().filter(([, knownId]) => knownId !== id));
}
